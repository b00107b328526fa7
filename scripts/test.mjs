// npm test: the fast checks, the build and every test. Ends in one line 'N passed, N failed'.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, PROJECT_NODE, ROOT } from './prepare.mjs'

const REPORT = join(ROOT, 'tests', '.artifacts', 'vitest.json')

await ensureInstalled({ dev: true })
const checked = run('npm', ['run', '--silent', 'check'])
await ensureBuilt()
rmSync(REPORT, { force: true })
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
const tested = run(PROJECT_NODE, [
  vitest,
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${REPORT}`,
])
const { passed, failed } = countTests()
if (!checked) console.error('The fast checks (npm run check) failed; see above.')
console.log(`${passed + Number(checked)} passed, ${failed + Number(!checked)} failed`)
process.exitCode = checked && tested && failed === 0 && passed > 0 ? 0 : 1

/** @returns {boolean} whether the program ended well */
function run(command, args) {
  const started = Date.now()
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  console.log(`${args.at(-1) === 'check' ? 'Checks' : 'Tests'}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
  return status === 0
}

/** A file that could not be run at all counts as one failure. */
function countTests() {
  try {
    const report = JSON.parse(readFileSync(REPORT, 'utf8'))
    const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length }
  } catch (error) {
    console.error(`There is no report of the tests: ${error.message}`)
    return { passed: 0, failed: 1 }
  }
}
