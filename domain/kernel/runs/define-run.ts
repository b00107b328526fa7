import type { Services } from '#domain/services.ts'
import type { RunDefinition } from './run-definition.ts'

/** The definition of a kind of run; the default export of its file (`*.run.server.ts`), by which it is found. */
export const defineRun = (definition: RunDefinition<Services>): RunDefinition<Services> => definition
