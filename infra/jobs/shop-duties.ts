import type { DutyDefinition } from '#domain/kernel/duties/duty.ts'
import type { Services } from '#domain/services.ts'

/** Every duty of the law: the default exports of all `*.duty.server.ts` in the domain. */
export const SHOP_DUTIES: Services['duties'] = Object.values(
  import.meta.glob<DutyDefinition<Services>>('#domain/**/*.duty.server.ts', { eager: true, import: 'default' }),
)
