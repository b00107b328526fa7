import { z } from 'zod'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { findDueDay, givesMoneyBack, takesPiecesBack } from '#domain/returns/return-case.ts'
import { findMailedCase, readCaseMoney } from '#domain/returns/return-money-queries.server.ts'
import {
  AccountQuestion,
  COLLECTED,
  COMPLAINT,
  isBack,
  labelCase,
  NearbyReturnHint,
  needsAccount,
  WITHDRAWAL,
} from './case-parts.tsx'
import { defineMail, unlinked } from './define-mail.ts'
import { Heading, Lines, MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ caseId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'case-answered': z.output<typeof ids>
  }
}

/** The shop's answer to a complaint, or why a withdrawal has no effect. */
export default defineMail({
  template: 'case-answered',
  name: 'Odpowiedź na reklamację lub odstąpienie',
  ids,
  load: async (db, { caseId }) => {
    const found = await findMailedCase(db, caseId)
    const money = givesMoneyBack(found) ? await readCaseMoney(db, found) : null
    return { found, amountGrosze: found.settled_grosze ?? money?.owedGrosze ?? 0 }
  },
  write: ({ found, amountGrosze }, { profile, orderLinks }) => {
    const asksAccount = amountGrosze > 0 && needsAccount(found)
    const sendsBack = takesPiecesBack(found) && found.order?.course.goods !== 'none' && !isBack(found)
    const verdict =
      found.kind === 'withdrawal'
        ? 'Nie możemy przyjąć odstąpienia'
        : found.decision === 'accepted'
          ? 'Uznajemy reklamację'
          : 'Nie uznajemy reklamacji'
    return {
      subject: `${verdict}, ${labelCase(found)}`,
      preview: verdict,
      body: (
        <>
          <Title>{verdict}</Title>
          <Paragraph>Dzień dobry!</Paragraph>
          <Panel title={`Numer sprawy: ${found.number}`}>{`Numer zamówienia: ${unlinked(found.order_number)}`}</Panel>
          <Heading>Nasza odpowiedź</Heading>
          <Paragraph>
            <Lines of={unlinked(found.answer ?? '').split('\n')} />
          </Paragraph>
          {amountGrosze > 0 && (
            <>
              <Heading>Co dalej</Heading>
              <Paragraph>
                {found.settled_at === null
                  ? `Oddamy ${formatGrosze(amountGrosze)} do ${formatCalendarDay(findDueDay(found.received_at))}.`
                  : `Oddajemy ${formatGrosze(amountGrosze)}: pieniądze są w drodze do Ciebie.`}
              </Paragraph>
              {sendsBack && (
                <>
                  <Paragraph>
                    {`Odeślij towar na adres: ${profile.returnAddress}. Włóż do paczki kartkę z numerem sprawy ${found.number}. Z pieniędzmi możemy zaczekać na towar albo dowód jego nadania.`}
                  </Paragraph>
                  <NearbyReturnHint profile={profile} />
                </>
              )}
              <AccountQuestion of={found} />
            </>
          )}
          {found.order && (
            <MailButton href={orderLinks.create(found.order.checkoutId)}>
              {asksAccount ? 'Podaj numer konta' : 'Zobacz sprawę'}
            </MailButton>
          )}
          <Paragraph>
            Jeśli się z tym nie zgadzasz, odpowiedz na tę wiadomość. Możesz też skorzystać z pomocy rzecznika
            konsumentów albo Inspekcji Handlowej: szczegóły są w regulaminie.
          </Paragraph>
        </>
      ),
    }
  },
  examples: {
    'reklamacja uznana': {
      found: { ...COMPLAINT, decision: 'accepted', answer: 'Wyślemy nowy flakon.\nKurier odbierze stary jutro.' },
      amountGrosze: 0,
    },
    'uznana, niższa cena': {
      found: { ...COMPLAINT, demand: 'lower_price', decision: 'accepted', answer: 'Obniżamy cenę o 20 zł.' },
      amountGrosze: 2_000,
    },
    'uznana, zwrot towaru za pobraniem': {
      found: {
        ...COMPLAINT,
        demand: 'withdrawal',
        decision: 'accepted',
        answer: 'Odbierzemy flakon i oddamy pieniądze.',
        order: COLLECTED,
      },
      amountGrosze: 11_990,
    },
    'reklamacja odrzucona': {
      found: { ...COMPLAINT, decision: 'rejected', answer: 'Flakon działa, sprawdziliśmy go przy odbiorze.' },
      amountGrosze: 0,
    },
    'odstąpienie po terminie': {
      found: { ...WITHDRAWAL, decision: 'rejected', answer: 'Minęło 30 dni od doręczenia przesyłki.' },
      amountGrosze: 0,
    },
  },
})
