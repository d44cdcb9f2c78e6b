static inline const void *exception_reference(void *self) {
  unsnarl_exception *const exception = malloc(sizeof *exception);
  if (!exception) trap(self, UNSNARL_NO_MEMORY);
  exception->tag = THROWN;
  memcpy(exception->values, VALUES, sizeof exception->values);
  exception->next = CONTEXT->exceptions;
  CONTEXT->exceptions = exception;
  return exception;
}

static inline void throw_again(void *self, const void *reference) {
  const unsnarl_exception *const exception = reference;
  if (UNLIKELY(!exception)) trap(self, UNSNARL_NULL_EXCEPTION);
  THROWN = exception->tag;
  memcpy(VALUES, exception->values, sizeof exception->values);
}
