// npm run till-agent: prints the shop's till receipts on a fiscal printer behind PosnetServer. It runs on the computer
// of the printer, calls the shop every few seconds, and accepts no calls. That computer needs only this file and Node 20
// or newer.
//
//   TILL_SHOP_URL     the shop, https://sklep.pl
//   TILL_TOKEN        the key from 'Kasa' in the panel
//   TILL_PRINTER_URL  PosnetServer; default http://127.0.0.1:3050
//   TILL_JOURNAL      where it stores the receipt that is being printed; default till-journal.json in the present folder
//   TILL_PAUSE_MS     pause between two calls of the shop, ms; default 5000
//
// A receipt is printed once or reported as unclear. The journal has the claim before the shop is called, and 'sent'
// before the printer is called, so that after a crash it says how far a receipt got.
import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const { TILL_SHOP_URL, TILL_TOKEN, TILL_PRINTER_URL = 'http://127.0.0.1:3050', TILL_PAUSE_MS = '5000' } = process.env
const JOURNAL = process.env.TILL_JOURNAL ?? 'till-journal.json'
if (!TILL_SHOP_URL || !TILL_TOKEN) {
  console.error('Set TILL_SHOP_URL and TILL_TOKEN.')
  process.exit(1)
}

/** After two minutes without a report the shop counts a receipt as unclear. The printer has to answer before, ms. */
const PRINT_MS = 60_000
const CALL_MS = 15_000
/** An answer of the shop that is older than this, because the computer was suspended, is not printed, ms. */
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
async function callShop(path, body) {
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

/** The number of the last printout. @returns {Promise<string>} */
async function readCounter() {
  const answer = await fetch(`${TILL_PRINTER_URL}/counters`, { signal: AbortSignal.timeout(CALL_MS) })
  const { ok, message, counters } = await answer.json()
  if (ok !== true || !counters?.hn) throw new Error(message || 'no counter')
  return String(counters.hn)
}

/** The sentence for the owner in the panel; null: no problem. @type {string | null} */
let problem = null

/** Prints only directly after the printout with this number. @param {any} receipt @param {string} previous */
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
    // A refusal counts only when the printer's number is unchanged.
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
  const { status } = await callShop('result', { claim, outcome, number })
  console.info(status === 404 ? `The shop does not know ${claim}` : `${outcome} ${number}`.trim())
  writeJournal(null)
}

/** Prints one receipt. @returns {Promise<boolean>} whether another one may wait */
async function turn() {
  const begun = readJournal()
  // Whether a receipt that was sent without an outcome is printed, only the roll of paper shows.
  if (begun?.sent) {
    await report(begun)
    return true
  }
  const previous = await readCounter().catch((error) => {
    console.error('The printer does not answer:', error)
    return null
  })
  if (previous === null) {
    await callShop('next', { claim: null, problem: 'Drukarka nie odpowiada. Sprawdź, czy jest włączona.' })
    return false
  }
  const { claim } = begun ?? { claim: randomUUID() }
  writeJournal({ claim })
  const calledAt = Date.now()
  const { receipt } = (await callShop('next', { claim, problem })).body
  if (!receipt) {
    writeJournal(null)
    problem = null
    return false
  }
  const isFresh = Date.now() - calledAt < FRESH_MS
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
    console.error('The shop does not answer:', error instanceof Error ? error.message : error)
    return false
  })
  if (!goesOn && !isStopped) await pause(Number(TILL_PAUSE_MS))
}
