import type { ShopCheck } from '#domain/kernel/checks/define-checks.ts'

/** Everything that the shop may lack: the default exports of all `*.checks.server.ts` in the domain. */
export const SHOP_CHECKS: readonly ShopCheck[] = Object.values(
  import.meta.glob<readonly ShopCheck[]>('#domain/**/*.checks.server.ts', { eager: true, import: 'default' }),
).flat()
