import { z } from 'zod'
import { formatCalendarDay, formatSecond } from '#domain/kernel/text/dates-and-plurals.ts'
import { findDueDay } from '#domain/returns/return-case.ts'
import { findMailedCase } from '#domain/returns/return-money-queries.server.ts'
import {
  AccountQuestion,
  COLLECTED,
  COMPLAINT,
  describeMoneyBack,
  LATE,
  labelCase,
  needsAccount,
  SendBack,
  UNSENT_SENTENCE,
  WholeStatement,
  WITHDRAWAL,
} from './case-parts.tsx'
import { defineMail } from './define-mail.ts'
import { Heading, MailButton, Panel, Paragraph, Title } from './mail-parts.tsx'

const ids = z.object({ caseId: z.uuid() })

declare module '#domain/kernel/mail.ts' {
  interface MailTemplates {
    'case-received': z.output<typeof ids>
  }
}

/** Confirms a statement on a durable medium: its whole text, with the time of arrival to the second. */
export default defineMail({
  template: 'case-received',
  name: 'Potwierdzenie odstąpienia lub reklamacji',
  ids,
  load: async (db, { caseId }) => ({ found: await findMailedCase(db, caseId) }),
  write: ({ found }, { profile, orderLinks }) => {
    const isWithdrawal = found.kind === 'withdrawal'
    const title = isWithdrawal ? 'Potwierdzenie odstąpienia od umowy' : 'Potwierdzenie reklamacji'
    const dueDay = formatCalendarDay(findDueDay(found.received_at))
    return {
      subject: `${title} ${found.number}`,
      preview: `Złożono ${formatSecond(found.received_at)}.`,
      body: (
        <>
          <Title>{title}</Title>
          <Paragraph>
            {isWithdrawal
              ? 'Otrzymaliśmy Twoje oświadczenie o odstąpieniu od umowy. Zachowaj tę wiadomość: potwierdza jego treść i chwilę złożenia.'
              : 'Otrzymaliśmy Twoją reklamację. Zachowaj tę wiadomość: potwierdza jej treść i chwilę złożenia.'}
          </Paragraph>
          <Panel title={`Numer sprawy: ${found.number}`}>{`Złożono ${formatSecond(found.received_at)}`}</Panel>
          <Heading>Treść</Heading>
          {isWithdrawal && <Paragraph>Odstępuję od umowy sprzedaży.</Paragraph>}
          <WholeStatement of={found} />
          <Heading>Co dalej</Heading>
          {isWithdrawal ? (
            <>
              <Paragraph>{describeMoneyBack(found, dueDay)}</Paragraph>
              <SendBack of={found} profile={profile} />
              <AccountQuestion of={found} />
            </>
          ) : (
            <Paragraph>
              {found.order?.course.goods === 'none'
                ? `Odpowiemy na ten adres do ${dueDay}.`
                : `Odpowiemy na ten adres do ${dueDay}. Nie odsyłaj jeszcze towaru: napiszemy, co zrobić.`}
            </Paragraph>
          )}
          {found.order && (
            <MailButton href={orderLinks.create(found.order.checkoutId)}>
              {isWithdrawal && needsAccount(found) ? 'Podaj numer konta' : 'Zobacz sprawę'}
            </MailButton>
          )}
          <Paragraph>
            {`W razie pytań odpowiedz na tę wiadomość i podaj numer: ${labelCase(found)}. Jeśli ta wiadomość nie dotyczy Ciebie, napisz nam o tym.`}
          </Paragraph>
        </>
      ),
    }
  },
  examples: {
    odstąpienie: { found: WITHDRAWAL },
    'odstąpienie po terminie': { found: { ...WITHDRAWAL, order: LATE } },
    'odstąpienie, za pobraniem': { found: { ...WITHDRAWAL, order: COLLECTED } },
    'odstąpienie przed wysłaniem, opłacone': { found: { ...WITHDRAWAL, order: UNSENT_SENTENCE.paid } },
    'odstąpienie przed wysłaniem, za pobraniem': { found: { ...WITHDRAWAL, order: UNSENT_SENTENCE.due } },
    'odstąpienie, nieznane zamówienie': {
      found: { ...WITHDRAWAL, items: [], items_note: 'Tylko Bakhur Mirzan', match: 'none', order: null },
    },
    reklamacja: { found: COMPLAINT },
  },
})
