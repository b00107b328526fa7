import type { Config } from '@react-router/dev/config'

// Like the shop's react-router.config.ts, without the final build step.
export default { ssr: true, routeDiscovery: { mode: 'initial' } } satisfies Config
