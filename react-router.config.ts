import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { finishBuild } from './scripts/finish-build.ts'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The route manifest is small; sent whole, it spares a request before the first navigation.
  routeDiscovery: { mode: 'initial' },
  // The history stands outside build/, which every build empties.
  buildEnd: ({ reactRouterConfig, viteConfig }) =>
    finishBuild(join(reactRouterConfig.buildDirectory, 'client'), join(viteConfig.root, '.asset-history')),
} satisfies Config
