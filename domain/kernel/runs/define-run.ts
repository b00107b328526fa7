import type { Services } from '#domain/services.ts'
import type { RunDefinition } from './run-definition.ts'

/** The whole definition of a kind of runs; the default export of its file (`*.run.server.ts`), by which it is found. */
export const defineRun = (definition: RunDefinition<Services>): RunDefinition<Services> => definition
