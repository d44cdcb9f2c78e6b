# The tag of C++'s exceptions, which objects of LLVM 22 leave to the library.
	.tagtype	__cpp_exception i32
	.globl	__cpp_exception
__cpp_exception:
