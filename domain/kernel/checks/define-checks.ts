import type { Services } from '#domain/services.ts'
import type { Check } from './check.ts'

export type ShopCheck = Check<Services, Services['settings']>

/** The checks of a noun; the default export of its file (`*.checks.server.ts`), by which they are found. */
export const defineChecks = (checks: readonly ShopCheck[]): readonly ShopCheck[] => checks
