// npm test: the fast checks, the build and every test. npm run torture [name ...]: the tests of tests/torture alone, at full
// strength. Both end in one line 'N passed, N failed'.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, PROJECT_NODE, ROOT } from './prepare.mjs'

const REPORT = join(ROOT, 'tests', '.artifacts', 'vitest.json')

const [what, ...names] = process.argv.slice(2)
const torture = what === 'torture'

await ensureInstalled({ dev: true })
const checked = torture || run('npm', ['run', '--silent', 'check'])
await ensureBuilt()
rmSync(REPORT, { force: true })
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
const tested = run(PROJECT_NODE, [
  vitest,
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${REPORT}`,
  ...(torture ? listTortureArguments() : []),
])
const { passed, failed } = countTests()
if (!checked) console.error('The fast checks (npm run check) failed; see above.')
const checks = torture ? 0 : 1
console.log(`${passed + (checked ? checks : 0)} passed, ${failed + (checked ? 0 : checks)} failed`)
process.exitCode = checked && tested && failed === 0 && passed > 0 ? 0 : 1

/** One file after the other: each has the machine for itself. */
function listTortureArguments() {
  process.env.TORTURE = 'full'
  const files = names.length > 0 ? names.map((name) => `tests/torture/${name}`) : ['tests/torture/']
  return ['--maxWorkers=1', '--testTimeout=900000', ...files]
}

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
