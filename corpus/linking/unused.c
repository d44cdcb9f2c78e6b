// A member of an archive that nobody needs: what it lacks must not be asked for.
int nowhere(void);

int unused(void) { return nowhere(); }
