import type { Config } from '@react-router/dev/config'

// As that of the shop (react-router.config.ts), without the end of its build.
export default { ssr: true, routeDiscovery: { mode: 'initial' } } satisfies Config
