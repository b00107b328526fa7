// npm run till-agent: prints the shop's till receipts on a fiscal printer behind PosnetServer. It runs on the computer
// beside the printer, asks the shop every few seconds, and is never called from outside. This one file is enough there,
// with Node 20 or newer.
//
//   TILL_SHOP_URL     the shop, https://sklep.pl
//   TILL_TOKEN        the key from 'Kasa' in the panel
//   TILL_PRINTER_URL  PosnetServer; default http://127.0.0.1:3050
//   TILL_JOURNAL      where it notes the receipt in hand; default till-journal.json in the present folder
//   TILL_PAUSE_MS     between two questions; default 5000
//
// A receipt is printed once or reported as unclear. The claim is noted before the shop is asked and 'sent' before the
// printer is, so that after a crash it is known how far a receipt got.
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const { TILL_SHOP_URL, TILL_TOKEN, TILL_PRINTER_URL = 'http://127.0.0.1:3050', TILL_PAUSE_MS = '5000' } = process.env
const JOURNAL = process.env.TILL_JOURNAL ?? 'till-journal.json'
if (!TILL_SHOP_URL || !TILL_TOKEN) {
  console.error('Set TILL_SHOP_URL and TILL_TOKEN.')
  process.exit(1)
}

/** The shop takes a receipt without a report for unclear after two minutes. The printer has to answer before. */
const PRINT_MS = 60_000
const CALL_MS = 15_000
/** An answer of the shop that is older than this, because the computer slept, is not printed. */
const FRESH_MS = 30_000

const RATES = { 23: '23,00', 8: '8,00', 5: '5,00', 0: '0,00', zw: '100,00' }
const PAYMENTS = { prepaid: 'Płatność online', cash_on_delivery: 'Pobranie' }
/** 'Other' form of payment, with a name. */
const OTHER = 6

/** @typedef {{ claim: string, sent?: boolean, outcome?: string, number?: string }} Job */

/** @returns {Job | null} */
function readJournal() {
  try {
    return JSON.parse(readFileSync(JOURNAL, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** @param {Job | null} job */
function writeJournal(job) {
  if (job === null) return rmSync(JOURNAL, { force: true })
  writeFileSync(`${JOURNAL}.new`, JSON.stringify(job), { mode: 0o600, flush: true })
  renameSync(`${JOURNAL}.new`, JOURNAL)
}

/** @param {string} path @param {object} body @returns {Promise<{ status: number, body: any }>} */
async function askShop(path, body) {
  const answer = await fetch(`${TILL_SHOP_URL}/api/till/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TILL_TOKEN}` },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(CALL_MS),
  })
  const read = await answer.json()
  if (!answer.ok && answer.status !== 404) throw new Error(`${answer.status} ${read?.error?.message ?? ''}`)
  return { status: answer.status, body: read }
}

/** The number of the last thing printed. @returns {Promise<string>} */
async function readCounter() {
  const answer = await fetch(`${TILL_PRINTER_URL}/counters`, { signal: AbortSignal.timeout(CALL_MS) })
  const { ok, message, counters } = await answer.json()
  if (ok !== true || !counters?.hn) throw new Error(message || 'no counter')
  return String(counters.hn)
}

/** What the owner reads in the panel; null: all is well. @type {string | null} */
let problem = null

/** Prints after the thing with this number and no other. @param {any} receipt @param {string} previous */
async function print({ order_number, payment, gross_grosze, lines }, previous) {
  const paragon = {
    lines: lines.map(({ name, quantity, unit_grosze, rate }) => ({
      na: name,
      il: quantity,
      pr: unit_grosze,
      vtp: RATES[rate],
    })),
    payments: [{ ty: OTHER, wa: gross_grosze, na: PAYMENTS[payment], re: false }],
    summary: { to: gross_grosze, fp: gross_grosze, re: 0 },
    footer: { systemnumber: order_number },
  }
  try {
    const answer = await fetch(`${TILL_PRINTER_URL}/paragon?previousHn=${previous}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(paragon),
      signal: AbortSignal.timeout(PRINT_MS),
    })
    const { ok, hn, message } = await answer.json()
    if (ok === true) return { outcome: 'printed', number: String(hn ?? '') }
    // A refusal is believed when the printer's number did not move.
    if (ok === false && (await readCounter()) === previous) {
      return { outcome: 'not_printed', problem: `Drukarka odmówiła: ${String(message || 'bez powodu').slice(0, 150)}` }
    }
  } catch (error) {
    console.error('The printer did not answer:', error)
  }
  return { outcome: 'unclear', problem: 'Drukarka przerwała w trakcie. Sprawdź na rolce niejasny paragon.' }
}

/** @param {Job} job */
async function report({ claim, outcome = 'unclear', number = '' }) {
  const { status } = await askShop('result', { claim, outcome, number })
  console.info(status === 404 ? `The shop does not know ${claim}` : `${outcome} ${number}`.trim())
  writeJournal(null)
}

/** Prints one receipt. @returns {Promise<boolean>} whether another one may wait */
async function turn() {
  const begun = readJournal()
  // Of what was sent and has no outcome, only the roll of paper knows.
  if (begun?.sent) {
    await report(begun)
    return true
  }
  const previous = await readCounter().catch((error) => {
    console.error('The printer is away:', error)
    return null
  })
  if (previous === null) {
    await askShop('next', { claim: null, problem: 'Drukarka nie odpowiada. Sprawdź, czy jest włączona.' })
    return false
  }
  const { claim } = begun ?? { claim: randomUUID() }
  writeJournal({ claim })
  const asked = Date.now()
  const { receipt } = (await askShop('next', { claim, problem })).body
  if (!receipt) {
    writeJournal(null)
    problem = null
    return false
  }
  const isFresh = Date.now() - asked < FRESH_MS
  if (isFresh) writeJournal({ claim, sent: true })
  const done = isFresh ? await print(receipt, previous) : { outcome: 'not_printed' }
  const { problem: met = null, ...outcome } = done
  problem = met
  writeJournal({ claim, sent: true, ...outcome })
  await report({ claim, ...outcome })
  return outcome.outcome === 'printed'
}

let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => (isStopped = true))
while (!isStopped) {
  const goesOn = await turn().catch((error) => {
    console.error('The shop cannot be asked:', error instanceof Error ? error.message : error)
    return false
  })
  if (!goesOn && !isStopped) await pause(Number(TILL_PAUSE_MS))
}
