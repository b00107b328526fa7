import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The route manifest is small; sent whole, it spares a request before the first navigation.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
