import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { runNode } from './run-node.mjs'

export async function startShop() {
  await ensureInstalled()
  await ensureBuilt()
  process.exitCode = await runNode(['build/server/index.js'], { env: { NODE_ENV: 'production' } })
}
