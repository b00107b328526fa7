// npm test: the fast checks, the build and every test except the slow ones. npm run test:slow: attacks, kills, outages
// and query plans, and a cluster of hosts. npm run torture [name ...]: only the tests of tests/torture, with all their
// rounds. `ci`: the first two, one after the other, without the cluster. Each prints 'N passed, N failed' at the end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBuilt, ensureInstalled, PROJECT_NODE, ROOT } from './prepare.mjs'

const ARTIFACTS = join(ROOT, 'tests', '.artifacts')
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')

/** Arguments of vitest for each lane (vitest.config.ts). */
const LANES = {
  fast: ['--project=components', '--project=browser', '--project=shop'],
  slow: ['--project=slow', '--project=cluster'],
  'slow without the cluster': ['--project=slow'],
}

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
    return [await runTests('torture', listTortureArguments())]
  }
  // Types are checked on one processor while the build uses the other.
  const checking = what === 'slow' ? [] : [runChecks()]
  await ensureBuilt()
  const results = await Promise.all(checking)
  for (const lane of what === 'ci' ? ['fast', 'slow without the cluster'] : [what])
    results.push(await runTests(lane, LANES[lane]))
  return results
}

/** One file after another, so that each has the machine to itself. */
function listTortureArguments() {
  process.env.TORTURE = 'full'
  const files = names.length > 0 ? names.map((name) => `tests/torture/${name}`) : ['tests/torture/']
  return [...LANES.slow, '--maxWorkers=1', '--testTimeout=900000', ...files]
}

/** The checks count as one test. */
async function runChecks() {
  const ended = await run('Checks', 'npm', ['run', '--silent', 'check'])
  return { ended, passed: ended ? 1 : 0, failed: ended ? 0 : 1, failures: ended ? [] : ['checks'] }
}

/** @returns {Promise<boolean>} whether the program succeeded */
async function run(title, command, args) {
  const started = Date.now()
  const [status] = await once(spawn(command, args, { cwd: ROOT, stdio: 'inherit' }), 'exit')
  console.log(`${title}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
  return status === 0
}

/** A file that could not be run, or prepared, counts as one failure. */
async function runTests(lane, args) {
  const reportPath = join(ARTIFACTS, `vitest-${lane.replaceAll(' ', '-')}.json`)
  rmSync(reportPath, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`]
  const ended = await run(`Tests, ${lane}`, PROJECT_NODE, [VITEST, 'run', ...reporters, ...args])
  try {
    const report = JSON.parse(readFileSync(reportPath, 'utf8'))
    const failedFiles = report.testResults.filter(({ status }) => status === 'failed')
    const broken = failedFiles.filter(isBroken)
    return {
      ended,
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      failures: failedFiles.flatMap(describeFailures),
    }
  } catch (error) {
    console.error(`The report of the tests cannot be read: ${error.message}`)
    return { ended: false, passed: 0, failed: 1, failures: [lane] }
  }
}

function isBroken({ assertionResults }) {
  return !assertionResults.some(({ status }) => status === 'failed')
}

/** One line for each failed test of a file: where, what, and the beginning of the message. */
function describeFailures({ name, message, assertionResults }) {
  const file = relative(ROOT, name)
  if (isBroken({ assertionResults })) return [`${file}: ${shorten(message)}`]
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${shorten(failureMessages[0] ?? '')}`)
}

function shorten(message) {
  return message.replaceAll(/\s+/g, ' ').slice(0, 300)
}
