//! Functions that compilers of C know, and whose types they insist on.
//!
//! *Gives:* [`prototype`], which is C's for such a function, and whether what it returns is an
//! integer with a sign.
//! *Source:* ISO C11 and POSIX, and what gcc and clang say of a declaration with other types.

/// The types of a function of the library.
pub(super) struct Known {
    /// Its name.
    pub(super) name: &'static str,
    /// What it returns.
    pub(super) result: &'static str,
    /// What it takes, separated by commas.
    pub(super) parameters: &'static str,
}

impl Known {
    /// Tells whether it returns an integer with a sign.
    pub(super) fn is_signed(&self) -> bool {
        matches!(
            self.result,
            "int" | "long" | "long long" | "intmax_t" | "ssize_t"
        )
    }

    /// Tells whether an argument may be a pointer to bytes.
    pub(super) fn takes_bytes(&self, place: usize) -> bool {
        match self.parameters.split(", ").nth(place) {
            Some("va_list") => false,
            Some(parameter) if parameter.ends_with('*') => {
                matches!(
                    parameter,
                    "char *" | "const char *" | "void *" | "const void *"
                )
            }
            _ => true,
        }
    }

    /// Tells whether it returns a pointer to something else than `void`.
    pub(super) fn is_typed_pointer(&self) -> bool {
        self.result.ends_with('*') && self.result != "void *"
    }
}

/// Tells whether compilers know a function of this name with types that the IR does not have: those
/// of complex numbers.
pub(super) fn is_foreign(name: &str) -> bool {
    const COMPLEX: [&str; 23] = [
        "cabs", "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "ccos", "ccosh",
        "cexp", "cimag", "clog", "clog10", "conj", "cpow", "cproj", "creal", "csin", "csinh",
        "csqrt", "ctan", "ctanh",
    ];
    let is_arithmetic = ["__mul", "__div"].iter().any(|prefix| {
        let rest = name.strip_prefix(prefix).unwrap_or_default();
        matches!(rest, "sc3" | "dc3" | "xc3" | "tc3" | "hc3")
    });
    let is_complex = COMPLEX.iter().any(|own| {
        let rest = name.strip_prefix(own);
        rest.is_some_and(|rest| matches!(rest, "" | "f" | "l"))
    });
    is_arithmetic || is_complex
}

/// The types of a function of this name, if compilers know one.
pub(super) fn prototype(name: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|known| known.name == name)
}

macro_rules! known {
    ($($result:literal $name:ident($parameters:literal);)*) => {
        &[$(Known { name: stringify!($name), result: $result, parameters: $parameters },)*]
    };
}

const KNOWN: &[Known] = known! {
    "_Noreturn void" _Exit("int");
    "_Noreturn void" _exit("int");
    "_Noreturn void" abort("void");
    "_Noreturn void" exit("int");
    "int" abs("int");
    "long" labs("long");
    "long long" llabs("long long");
    "intmax_t" imaxabs("intmax_t");
    "void *" aligned_alloc("size_t, size_t");
    "void *" calloc("size_t, size_t");
    "void *" malloc("size_t");
    "void *" realloc("void *, size_t");
    "void" free("void *");
    "int" posix_memalign("void **, size_t, size_t");
    "int" atexit("void (*)(void)");
    "int" memcmp("const void *, const void *, size_t");
    "int" bcmp("const void *, const void *, size_t");
    "void *" memchr("const void *, int, size_t");
    "void *" memcpy("void *, const void *, size_t");
    "void *" memmove("void *, const void *, size_t");
    "void *" mempcpy("void *, const void *, size_t");
    "void *" memset("void *, int, size_t");
    "void" bzero("void *, size_t");
    "void" bcopy("const void *, void *, size_t");
    "char *" index("const char *, int");
    "char *" rindex("const char *, int");
    "char *" stpcpy("char *, const char *");
    "char *" stpncpy("char *, const char *, size_t");
    "char *" strcat("char *, const char *");
    "char *" strchr("const char *, int");
    "int" strcmp("const char *, const char *");
    "int" strcasecmp("const char *, const char *");
    "int" strncasecmp("const char *, const char *, size_t");
    "char *" strcpy("char *, const char *");
    "size_t" strcspn("const char *, const char *");
    "char *" strdup("const char *");
    "char *" strndup("const char *, size_t");
    "size_t" strlen("const char *");
    "size_t" strnlen("const char *, size_t");
    "char *" strncat("char *, const char *, size_t");
    "int" strncmp("const char *, const char *, size_t");
    "char *" strncpy("char *, const char *, size_t");
    "char *" strpbrk("const char *, const char *");
    "char *" strrchr("const char *, int");
    "size_t" strspn("const char *, const char *");
    "char *" strstr("const char *, const char *");
    "size_t" strftime("char *, size_t, const char *, const void *");
    "int" ffs("int");
    "int" ffsl("long");
    "int" ffsll("long long");
    "int" isalnum("int");
    "int" isalpha("int");
    "int" isascii("int");
    "int" isblank("int");
    "int" iscntrl("int");
    "int" isdigit("int");
    "int" isgraph("int");
    "int" islower("int");
    "int" isprint("int");
    "int" ispunct("int");
    "int" isspace("int");
    "int" isupper("int");
    "int" isxdigit("int");
    "int" toascii("int");
    "int" tolower("int");
    "int" toupper("int");
    "int" iswalnum("unsigned");
    "int" iswalpha("unsigned");
    "int" iswblank("unsigned");
    "int" iswcntrl("unsigned");
    "int" iswdigit("unsigned");
    "int" iswgraph("unsigned");
    "int" iswlower("unsigned");
    "int" iswprint("unsigned");
    "int" iswpunct("unsigned");
    "int" iswspace("unsigned");
    "int" iswupper("unsigned");
    "int" iswxdigit("unsigned");
    "unsigned" towlower("unsigned");
    "unsigned" towupper("unsigned");
    "int" fprintf("void *, const char *, ...");
    "int" fprintf_unlocked("void *, const char *, ...");
    "int" printf("const char *, ...");
    "int" printf_unlocked("const char *, ...");
    "int" snprintf("char *, size_t, const char *, ...");
    "int" sprintf("char *, const char *, ...");
    "int" vfprintf("void *, const char *, va_list");
    "int" vprintf("const char *, va_list");
    "int" vsnprintf("char *, size_t, const char *, va_list");
    "int" vsprintf("char *, const char *, va_list");
    "int" fscanf("void *, const char *, ...");
    "int" scanf("const char *, ...");
    "int" sscanf("const char *, const char *, ...");
    "int" vfscanf("void *, const char *, va_list");
    "int" vscanf("const char *, va_list");
    "int" vsscanf("const char *, const char *, va_list");
    "int" fputc("int, void *");
    "int" fputc_unlocked("int, void *");
    "int" fputs("const char *, void *");
    "int" fputs_unlocked("const char *, void *");
    "size_t" fwrite("const void *, size_t, size_t, void *");
    "size_t" fwrite_unlocked("const void *, size_t, size_t, void *");
    "int" putc("int, void *");
    "int" putc_unlocked("int, void *");
    "int" putchar("int");
    "int" putchar_unlocked("int");
    "int" puts("const char *");
    "int" puts_unlocked("const char *");
    "int" __fprintf_chk("void *, int, const char *, ...");
    "int" __printf_chk("int, const char *, ...");
    "int" __snprintf_chk("char *, size_t, int, size_t, const char *, ...");
    "int" __sprintf_chk("char *, int, size_t, const char *, ...");
    "int" __vfprintf_chk("void *, int, const char *, va_list");
    "int" __vprintf_chk("int, const char *, va_list");
    "int" __vsnprintf_chk("char *, size_t, int, size_t, const char *, va_list");
    "int" __vsprintf_chk("char *, int, size_t, const char *, va_list");
    "void *" __memcpy_chk("void *, const void *, size_t, size_t");
    "void *" __memmove_chk("void *, const void *, size_t, size_t");
    "void *" __mempcpy_chk("void *, const void *, size_t, size_t");
    "void *" __memset_chk("void *, int, size_t, size_t");
    "char *" __stpcpy_chk("char *, const char *, size_t");
    "char *" __stpncpy_chk("char *, const char *, size_t, size_t");
    "char *" __strcat_chk("char *, const char *, size_t");
    "char *" __strcpy_chk("char *, const char *, size_t");
    "char *" __strncat_chk("char *, const char *, size_t, size_t");
    "char *" __strncpy_chk("char *, const char *, size_t, size_t");
    "char *" gettext("const char *");
    "char *" dgettext("const char *, const char *");
    "char *" dcgettext("const char *, const char *, int");
    "int" execl("const char *, const char *, ...");
    "int" execlp("const char *, const char *, ...");
    "int" execle("const char *, const char *, ...");
    "int" execv("const char *, char *const *");
    "int" execve("const char *, char *const *, char *const *");
    "int" execvp("const char *, char *const *");
    "int" fork("void");
    "ssize_t" strfmon("char *, size_t, const char *, ...");
    "double" acos("double");
    "double" asin("double");
    "double" atan("double");
    "double" atan2("double, double");
    "double" cbrt("double");
    "double" ceil("double");
    "double" copysign("double, double");
    "double" cos("double");
    "double" cosh("double");
    "double" exp("double");
    "double" exp2("double");
    "double" expm1("double");
    "double" fabs("double");
    "double" floor("double");
    "double" fma("double, double, double");
    "double" fmax("double, double");
    "double" fmin("double, double");
    "double" fmod("double, double");
    "double" frexp("double, int *");
    "double" hypot("double, double");
    "int" ilogb("double");
    "double" ldexp("double, int");
    "long" lrint("double");
    "long" lround("double");
    "long long" llrint("double");
    "long long" llround("double");
    "double" log("double");
    "double" log10("double");
    "double" log1p("double");
    "double" log2("double");
    "double" logb("double");
    "double" modf("double, double *");
    "double" nan("const char *");
    "double" nearbyint("double");
    "double" nextafter("double, double");
    "double" pow("double, double");
    "double" remainder("double, double");
    "double" remquo("double, double, int *");
    "float" remquof("float, float, int *");
    "double" rint("double");
    "double" round("double");
    "double" scalbln("double, long");
    "double" scalbn("double, int");
    "double" sin("double");
    "double" sinh("double");
    "double" sqrt("double");
    "double" tan("double");
    "double" tanh("double");
    "double" tgamma("double");
    "double" lgamma("double");
    "double" erf("double");
    "double" erfc("double");
    "double" trunc("double");
    "float" acosf("float");
    "float" asinf("float");
    "float" atanf("float");
    "float" atan2f("float, float");
    "float" ceilf("float");
    "float" copysignf("float, float");
    "float" cosf("float");
    "float" expf("float");
    "float" fabsf("float");
    "float" floorf("float");
    "float" fmaf("float, float, float");
    "float" fmaxf("float, float");
    "float" fminf("float, float");
    "float" fmodf("float, float");
    "float" frexpf("float, int *");
    "float" ldexpf("float, int");
    "float" logf("float");
    "float" powf("float, float");
    "float" rintf("float");
    "float" roundf("float");
    "float" sinf("float");
    "float" sqrtf("float");
    "float" tanf("float");
    "float" truncf("float");
    "long double" ceill("long double");
    "long double" copysignl("long double, long double");
    "long double" expl("long double");
    "long double" fabsl("long double");
    "long double" floorl("long double");
    "long double" fmodl("long double, long double");
    "long double" frexpl("long double, int *");
    "long double" ldexpl("long double, int");
    "long double" logl("long double");
    "long double" powl("long double, long double");
    "long double" rintl("long double");
    "long double" roundl("long double");
    "long double" sqrtl("long double");
    "long double" truncl("long double");
    "int" feclearexcept("int");
    "int" fegetround("void");
    "int" feraiseexcept("int");
    "int" fesetround("int");
    "int" fetestexcept("int");
};
