import type { ShopCheck } from '#domain/kernel/definitions.ts'
import type { RunDefinition } from '#domain/kernel/runs/run-definition.ts'
import type { Services } from '#domain/services.ts'

/** Every kind of run: the default exports of all `*.run.server.ts` in the domain, by kind. */
export const SHOP_RUNS: Services['runs'] = new Map(
  Object.values(
    import.meta.glob<RunDefinition<Services>>('#domain/**/*.run.server.ts', { eager: true, import: 'default' }),
  ).map((definition) => [definition.kind, definition]),
)

/** Everything that the shop may lack: the default exports of all `*.checks.server.ts` in the domain. */
export const SHOP_CHECKS: readonly ShopCheck[] = Object.values(
  import.meta.glob<readonly ShopCheck[]>('#domain/**/*.checks.server.ts', { eager: true, import: 'default' }),
).flat()
