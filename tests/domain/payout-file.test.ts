import { describe, expect, test } from 'vitest'
import { readPayoutFile } from '#domain/papers/payouts/payout-file.ts'

const STRIPE_HEAD =
  'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created,currency,gross,fee,net,reporting_category,payment_intent_id'

const read = (text: string) => {
  const file = readPayoutFile(text, '2026-11-28')
  if (!file.ok) throw new Error(file.failure.problem)
  return file.value
}

describe('a payout file', () => {
  test('of Stripe has payments, refunds, disputes and fees; transfers to the bank are left out', () => {
    const { source, lines, problems } = read(`${STRIPE_HEAD}
po_1,2026-11-05,txn_1,2026-11-01 10:15:00,pln,119.90,2.86,117.04,charge,pi_1
po_1,2026-11-05,txn_2,2026-11-02 09:00:00,pln,-19.90,0.00,-19.90,refund,pi_1
po_1,2026-11-05,txn_3,2026-11-03 09:00:00,pln,-50.00,60.00,-110.00,dispute,pi_2
po_1,2026-11-05,txn_4,2026-11-04 09:00:00,pln,-8.50,0.00,-8.50,fee,
po_1,2026-11-05,txn_5,2026-11-05 09:00:00,pln,-21.36,0.00,-21.36,payout,
`)
    expect([source, problems]).toEqual(['stripe', []])
    expect(lines).toEqual([
      { entry: 'txn_1', kind: 'payment', reference: 'pi_1', gross_grosze: 11_990, fee_grosze: 286, day: '2026-11-01' },
      { entry: 'txn_2', kind: 'refund', reference: 'pi_1', gross_grosze: -1_990, fee_grosze: 0, day: '2026-11-02' },
      {
        entry: 'txn_3',
        kind: 'dispute',
        reference: 'pi_2',
        gross_grosze: -5_000,
        fee_grosze: 6_000,
        day: '2026-11-03',
      },
      { entry: 'txn_4', kind: 'fee', reference: '', gross_grosze: -850, fee_grosze: 0, day: '2026-11-04' },
    ])
  })

  test('of Stripe in UTC: the last hours of a day are of the next one in Warsaw, as its sales are', () => {
    const row = (entry: string, created: string) => `po_1,,${entry},${created},pln,119.90,2.86,117.04,charge,pi_1`
    const { lines, problems } = read(
      [
        STRIPE_HEAD.replace(',created,', ',created_utc,'),
        row('txn_1', '2026-07-31 21:59:59'),
        row('txn_2', '2026-07-31 22:00:00'),
        row('txn_3', '2026-10-31T23:30:00Z'),
        row('txn_4', '2026-10-31'),
      ].join('\n'),
    )
    expect(problems).toEqual([])
    expect(lines.map(({ day }) => day)).toEqual(['2026-07-31', '2026-08-01', '2026-11-01', '2026-10-31'])
  })

  test('of Stripe: a failed payment is a negative payment, and money moved within the account is no fee', () => {
    const { lines, problems } = read(`${STRIPE_HEAD}
po_1,,txn_1,2026-11-01,pln,119.90,2.86,117.04,charge,pi_1
po_1,,txn_2,2026-11-02,pln,-119.90,0.00,-119.90,charge_failure,pi_1
po_1,,txn_3,2026-11-03,pln,-1000.00,0.00,-1000.00,risk_reserved_funds,
po_1,,txn_4,2026-11-03,pln,500.00,0.00,500.00,topup,
po_1,,txn_5,2026-11-03,pln,-20.00,0.00,-20.00,transfer,
po_1,,txn_6,2026-11-04,pln,-1.20,0.00,-1.20,network_cost,pi_1
po_1,,txn_7,2026-11-04,pln,-0.28,0.00,-0.28,tax,
po_1,,txn_8,2026-11-05,pln,-30.00,0.00,-30.00,refund,
`)
    expect(problems).toEqual([])
    expect(lines.map(({ entry, kind, reference, gross_grosze }) => [entry, kind, reference, gross_grosze])).toEqual([
      ['txn_1', 'payment', 'pi_1', 11_990],
      ['txn_2', 'payment', 'pi_1', -11_990],
      ['txn_6', 'fee', '', -120],
      ['txn_7', 'fee', '', -28],
      // Without a payment it is looked up by its own id.
      ['txn_8', 'refund', 'txn_8', -3_000],
    ])
  })

  test('of Stripe: an unknown category counts as another line with its amount, and a problem names it', () => {
    const { lines, problems } = read(`${STRIPE_HEAD}
po_1,,txn_1,2026-11-01,pln,-7.00,2.50,-9.50,other_adjustment,
po_1,,txn_2,2026-11-02,pln,-70.00,0.00,-70.00,constructor,pi_1
`)
    expect(
      lines.map(({ kind, reference, gross_grosze, fee_grosze }) => [kind, reference, gross_grosze, fee_grosze]),
    ).toEqual([
      ['other', '', -700, 250],
      ['other', '', -7_000, 0],
    ])
    expect(problems).toEqual([
      'Wiersz 2: nie znamy rodzaju „other_adjustment”. Liczymy go w wierszu „Inne”.',
      'Wiersz 3: nie znamy rodzaju „constructor”. Liczymy go w wierszu „Inne”.',
    ])
  })

  test.for([
    ['a negative charge', 'po_1,,txn_1,2026-11-01,pln,-119.90,2.86,117.04,charge,pi_1', 'ma zły znak'],
    ['a positive refund', 'po_1,,txn_1,2026-11-01,pln,19.90,0.00,19.90,refund,pi_1', 'ma zły znak'],
    ['a positive dispute', 'po_1,,txn_1,2026-11-01,pln,19.90,0.00,19.90,dispute,pi_1', 'ma zły znak'],
    ['a day that has not come', 'po_1,,txn_1,2099-12-31,pln,9.90,0.10,9.80,charge,pi_1', 'jeszcze nie nadszedł'],
    ['tomorrow', 'po_1,,txn_1,2026-11-29,pln,9.90,0.10,9.80,charge,pi_1', 'jeszcze nie nadszedł'],
    ['a day long ago', 'po_1,,txn_1,2001-01-01,pln,9.90,0.10,9.80,charge,pi_1', 'sprzed ponad 5 lat'],
    [
      'a year beyond this century',
      'po_1,,txn_1,9999-12-31,pln,9.90,0.10,9.80,charge,pi_1',
      'brakuje numeru, kwoty albo dnia',
    ],
    ['a decimal comma', 'po_1,,txn_1,2026-11-01,pln,119,90,2.86,117.04,charge,pi_1', 'ma 11 komórek, a nagłówek 10'],
    ['missing cells', 'po_1,,txn_1,2026-11-01,pln,119.90,2.86', 'ma 7 komórek, a nagłówek 10'],
  ] as const)('refuses %s with its line', ([, row, problem]) => {
    const { lines, problems } = read(`${STRIPE_HEAD}\n${row}`)
    expect([lines, problems]).toEqual([[], [expect.stringMatching(/^Wiersz 2/)]])
    expect(problems[0]).toContain(problem)
  })

  test('of InPost is read with heads in any case, without Polish letters, and with amounts and days as written', () => {
    const rows = ["'6201;1 164,79 zł;4 listopada 2026", '6202;84.89;2026/11/05', '6203;1,084.89 PLN;5/11/2026']
    const { lines } = read(`NUMER_PRZESYLKI;Kwota Wyplaty;data  wyplaty\n${rows.join('\n')}`)
    expect(lines.map(({ reference, gross_grosze, day }) => [reference, gross_grosze, day])).toEqual([
      ['6201', 116_479, '2026-11-04'],
      ['6202', 8_489, '2026-11-05'],
      ['6203', 108_489, '2026-11-05'],
    ])
    expect(read('Numer przesyłki;Kwota;Data\n6,2E+23;5;2026-11-05').problems[0]).toContain('zamienił numer')
  })

  test('of InPost has a line for each parcel; the line with their sum is left out', () => {
    const { source, lines, problems } = read(
      'Numer przesyłki;Kwota pobrania;Data wypłaty\r\n620000000000000000000001;164,79 PLN;12.11.2026\r\n;164,79;\r\n',
    )
    expect([source, problems]).toEqual(['inpost', []])
    expect(lines).toEqual([
      {
        entry: '620000000000000000000001 2026-11-12 16479',
        kind: 'payment',
        reference: '620000000000000000000001',
        gross_grosze: 16_479,
        fee_grosze: 0,
        day: '2026-11-12',
      },
    ])
  })

  test('of InPost may have a title above its head, and a currency in it', () => {
    const heads = ['Numer przesyłki;Kwota pobrania [PLN];Data wypłaty', 'Lp.;Nr przesyłki;Kwota COD (zł);Data']
    const rows = ['6201;164,79;2026-11-04', '1;6201;164,79;2026-11-04']
    for (const [at, head] of heads.entries()) {
      const title = `\uFEFFZestawienie pobrań;;\nOkres: 2026-11-01 - 2026-11-30\n\n`
      const { lines, problems } = read(`${title}${head}\n${rows[at]}\n;;`)
      expect([lines.map(({ reference, gross_grosze }) => [reference, gross_grosze]), problems]).toEqual([
        [['6201', 16_479]],
        [],
      ])
      const wrong = read(`${title}${head}\n${rows[at]?.replace('164,79', 'dużo')}`)
      expect(wrong.problems).toEqual(['Wiersz 5: brakuje numeru, kwoty albo dnia.'])
    }
  })

  test('of InPost distinguishes lines of one parcel and day by amount, and equal ones by number', () => {
    const { lines } = read(
      'Numer przesyłki;Kwota;Data\n6201;84,89;12.11.2026\n6201;-84,89;12.11.2026\n6201;84,89 PLN;2026-11-12\n',
    )
    expect(lines.map(({ entry }) => entry)).toEqual([
      '6201 2026-11-12 8489',
      '6201 2026-11-12 -8489',
      '6201 2026-11-12 8489:1',
    ])
  })

  test('says which lines it cannot read', () => {
    const { lines, problems } = read(`${STRIPE_HEAD}
po_1,,txn_1,2026-11-01,eur,119.90,2.86,117.04,charge,pi_1
po_1,,txn_2,2026-13-01,pln,119.90,2.86,117.04,charge,pi_2
po_1,,,2026-11-01,pln,119.90,2.86,117.04,charge,pi_3
po_1,,txn_4,2026-11-01,pln,dużo,2.86,117.04,charge,pi_4
`)
    expect(lines).toEqual([])
    expect(problems).toEqual([
      'Wiersz 2: waluta eur, a sklep liczy w złotych.',
      'Wiersz 3: brakuje numeru, kwoty albo dnia.',
      'Wiersz 4: brakuje numeru, kwoty albo dnia.',
      'Wiersz 5: brakuje numeru, kwoty albo dnia.',
    ])
  })

  test.each(['', 'Nazwa;Cena\nOud;1', 'id,Amount\nx,1'])('of neither of them is refused: %j', (text) => {
    expect(readPayoutFile(text, '2026-11-28')).toMatchObject({ ok: false, failure: { reason: 'csv_unreadable' } })
  })
})
