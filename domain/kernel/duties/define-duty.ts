import type { Services } from '#domain/services.ts'
import type { DutyDefinition } from './duty.ts'

/** The definition of a duty; the default export of its file (`*.duty.server.ts`), by which it is found. */
export const defineDuty = (definition: DutyDefinition<Services>): DutyDefinition<Services> => definition
