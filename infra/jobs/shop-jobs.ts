import type { Job } from '#domain/define-job.ts'

/** Every job of the shop: the default exports of all `*.job.server.ts` in the domain. */
export const SHOP_JOBS: readonly Job[] = Object.values(
  import.meta.glob<Job>('#domain/**/*.job.server.ts', { eager: true, import: 'default' }),
)
