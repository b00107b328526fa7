// npm test: the fast checks, the build and every test. npm run torture [name ...]: the tests of tests/torture alone, at full
// strength. Both end in one line 'N passed, N failed'.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBuilt, ensureInstalled, PROJECT_NODE, ROOT } from './prepare.mjs'

const ARTIFACTS = join(ROOT, 'tests', '.artifacts')
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')

/** More files than this do not fail because the machine was slow for a moment. */
const FILES_RUN_AGAIN_MAX = 8

const [what, ...names] = process.argv.slice(2)
const torture = what === 'torture'

await ensureInstalled({ dev: true })
const checked = torture || run('npm', ['run', '--silent', 'check'])
await ensureBuilt()
const first = runTests('vitest.json', torture ? listTortureArguments() : [])
const { passed, failed, ended } = torture ? first : runFailedFilesAgain(first)
if (!checked) console.error('The fast checks (npm run check) failed; see above.')
const checks = torture ? 0 : 1
console.log(`${passed + (checked ? checks : 0)} passed, ${failed + (checked ? 0 : checks)} failed`)
process.exitCode = checked && ended && failed === 0 && passed > 0 ? 0 : 1

/**
 * A file that failed beside others runs once more, alone: what fails then has failed. What holds only then is named, since
 * a test that depends on how busy the machine is has to be mended.
 */
function runFailedFilesAgain(first) {
  const count = first.failedFiles.length
  if (count === 0 || count > FILES_RUN_AGAIN_MAX) return first
  console.log(`Once more, alone:\n${first.failedFiles.join('\n')}\n`)
  const second = runTests('vitest-again.json', ['--maxWorkers=1', ...first.failedFiles])
  for (const file of first.failedFiles.filter((name) => !second.failedFiles.includes(name)))
    console.log(`Failed beside other tests, passed alone: ${file}`)
  return { ...second, passed: first.passedInOtherFiles + second.passed }
}

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
function runTests(reportName, args) {
  const reportPath = join(ARTIFACTS, reportName)
  rmSync(reportPath, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const ended = run(PROJECT_NODE, [VITEST, 'run', ...reporters, ...args])
  try {
    const report = JSON.parse(readFileSync(reportPath, 'utf8'))
    const failedFiles = report.testResults.filter(({ status }) => status === 'failed')
    const broken = failedFiles.filter(({ assertionResults }) => assertionResults.length === 0)
    const passedInFailedFiles = failedFiles
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length
    return {
      ended,
      passed: report.numPassedTests,
      passedInOtherFiles: report.numPassedTests - passedInFailedFiles,
      failed: report.numFailedTests + broken.length,
      failedFiles: failedFiles.map(({ name }) => relative(ROOT, name)),
    }
  } catch (error) {
    console.error(`There is no report of the tests: ${error.message}`)
    return { ended: false, passed: 0, passedInOtherFiles: 0, failed: 1, failedFiles: [] }
  }
}
