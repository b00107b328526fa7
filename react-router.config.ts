import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { precompress } from './scripts/precompress.ts'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The route manifest is small; sent whole, it spares a request before the first navigation.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => precompress(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
