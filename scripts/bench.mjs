// npm run bench: measures the built shop on this machine. BENCH_SECONDS sets the length of a row (8).
import { ensureBuilt } from './ensure-built.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { runNode } from './run-node.mjs'

await ensureInstalled({ dev: true })
await ensureBuilt()
process.exitCode = await runNode(['tests/bench/run.ts'], { env: { NODE_ENV: 'production' } })
