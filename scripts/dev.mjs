// npm run dev: the shop with hot reload, on its own embedded database like npm start.
import { ensureInstalled } from './ensure-installed.mjs'
import { runNode } from './run-node.mjs'

await ensureInstalled({ dev: true })
process.exitCode = await runNode(['scripts/dev-server.mjs'], { env: { NODE_ENV: 'development' } })
