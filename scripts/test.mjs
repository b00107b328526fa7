// npm test: the fast checks, the build and every test but the slow ones. npm run test:slow: attacks, kills, outages and
// plans of queries. npm run torture [name ...]: the tests of tests/torture alone, at full strength. `ci`: the first
// two, one after the other. Each ends in one line 'N passed, N failed'.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBuilt, ensureInstalled, PROJECT_NODE, ROOT } from './prepare.mjs'

const ARTIFACTS = join(ROOT, 'tests', '.artifacts')
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')

/** What vitest is told for each lane (vitest.config.ts). */
const LANES = {
  fast: ['--project=components', '--project=browser', '--project=shop'],
  slow: ['--project=slow'],
}

/** More files than this do not fail because the machine was slow for a moment. */
const FILES_RUN_AGAIN_MAX = 4

const [what = 'fast', ...names] = process.argv.slice(2)

await ensureInstalled({ dev: true })
const results = await runAll()
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
for (const failure of results.flatMap(({ failures }) => failures)) console.log(`FAILED ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = results.every(({ ended }) => ended) && failed === 0 && passed > 0 ? 0 : 1

async function runAll() {
  if (what === 'torture') {
    await ensureBuilt()
    return [runTests('torture', listTortureArguments())]
  }
  const checks = what === 'slow' ? [] : [runChecks()]
  await ensureBuilt()
  if (what !== 'ci') return [...checks, runTests(what, LANES[what])]
  return [...checks, ...['fast', 'slow'].map((lane) => runFailedFilesAgain(lane, runTests(lane, LANES[lane])))]
}

/**
 * Continuous integration alone runs a few failed files once more, and names what passes only then: it has to be mended.
 * npm test and npm run test:slow run nothing twice.
 */
function runFailedFilesAgain(lane, first) {
  const { failedFiles } = first
  if (failedFiles.length === 0 || failedFiles.length > FILES_RUN_AGAIN_MAX) return first
  console.log(`Once more, alone:\n${failedFiles.join('\n')}\n`)
  const second = runTests(`${lane}-again`, [...LANES[lane], '--maxWorkers=1', ...failedFiles])
  for (const file of failedFiles.filter((name) => !second.failedFiles.includes(name)))
    console.log(`Failed beside other tests, passed alone, to be mended: ${file}`)
  return { ...second, passed: first.passedInOtherFiles + second.passed }
}

/** One file after the other: each has the machine for itself. */
function listTortureArguments() {
  process.env.TORTURE = 'full'
  const files = names.length > 0 ? names.map((name) => `tests/torture/${name}`) : ['tests/torture/']
  return ['--project=slow', '--maxWorkers=1', '--testTimeout=900000', ...files]
}

/** They count as one test. */
function runChecks() {
  const ended = run('Checks', 'npm', ['run', '--silent', 'check'])
  return { ended, passed: ended ? 1 : 0, failed: ended ? 0 : 1, failures: ended ? [] : ['checks'] }
}

/** @returns {boolean} whether the program ended well */
function run(title, command, args) {
  const started = Date.now()
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  console.log(`${title}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
  return status === 0
}

/** A file that could not be run at all counts as one failure. */
function runTests(lane, args) {
  const reportPath = join(ARTIFACTS, `vitest-${lane}.json`)
  rmSync(reportPath, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const ended = run(`Tests, ${lane}`, PROJECT_NODE, [VITEST, 'run', ...reporters, ...args])
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
      failures: failedFiles.flatMap(describeFailures),
    }
  } catch (error) {
    console.error(`There is no report of the tests: ${error.message}`)
    return { ended: false, passed: 0, passedInOtherFiles: 0, failed: 1, failedFiles: [], failures: [lane] }
  }
}

/** One line for each failed test of a file: where, what, and the beginning of why. */
function describeFailures({ name, message, assertionResults }) {
  const file = relative(ROOT, name)
  if (assertionResults.length === 0) return [`${file}: ${shorten(message)}`]
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${shorten(failureMessages[0] ?? '')}`)
}

function shorten(message) {
  return message.replaceAll(/\s+/g, ' ').slice(0, 300)
}
