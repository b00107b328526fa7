import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Kinds of notices, in the order of the form. */
export const NOTICE_KINDS = ['order', 'cancelled', 'payment', 'refund', 'dispute', 'stock', 'message'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const NOTICE_KIND_LABELS: Record<NoticeKind, string> = {
  order: 'Nowe zamówienie',
  cancelled: 'Anulowane przez kupującego',
  payment: 'Nieudana płatność',
  refund: 'Nieudany zwrot pieniędzy',
  dispute: 'Spór w banku',
  stock: 'Kończy się produkt',
  message: 'Wiadomość z formularza',
}

export const NOTICE_MODES = ['now', 'hourly', 'daily', 'off'] as const
export type NoticeMode = (typeof NOTICE_MODES)[number]

/** The hour in Warsaw at which daily notices are sent. */
const DAILY_HOUR = 8

export const NOTICE_MODE_LABELS: Record<NoticeMode, string> = {
  now: 'E-mail od razu',
  hourly: 'E-mail raz na godzinę',
  daily: `E-mail raz dziennie o ${DAILY_HOUR}:00`,
  off: 'Bez e-maila',
}

/** Notices of messages can be delayed but not switched off. */
export const MESSAGE_MODES = ['now', 'hourly', 'daily'] as const satisfies readonly NoticeMode[]

const modeSchema = defineSchema(() => z.enum(NOTICE_MODES))
const hourSchema = defineSchema(() => z.int().min(0).max(23).nullable())

export const noticeSettingsSchema = defineSchema(() =>
  z.object({
    order_mail: modeSchema,
    cancelled_mail: modeSchema,
    payment_mail: modeSchema,
    refund_mail: modeSchema,
    dispute_mail: modeSchema,
    stock_mail: modeSchema,
    message_mail: z.enum(MESSAGE_MODES),
    order_push: z.boolean(),
    cancelled_push: z.boolean(),
    payment_push: z.boolean(),
    refund_push: z.boolean(),
    dispute_push: z.boolean(),
    stock_push: z.boolean(),
    message_push: z.boolean(),
    low_stock: z.int('Podaj liczbę całkowitą').min(0, 'Podaj co najmniej 0').max(100, 'Podaj najwyżej 100'),
    quiet_from: hourSchema.meta({ description: 'Full hour in Warsaw from which nothing is sent; null: never.' }),
    quiet_to: hourSchema,
    version: z.string(),
  }),
)
export type NoticeSettings = z.output<typeof noticeSettingsSchema>

export const noticeSettingsChangeSchema = defineSchema(() =>
  z
    .strictObject(noticeSettingsSchema.shape)
    .refine(({ quiet_from, quiet_to }) => (quiet_from === null) === (quiet_to === null), {
      path: ['quiet_to'],
      error: 'Wybierz obie godziny albo żadnej',
    })
    .refine(({ quiet_from, quiet_to }) => quiet_from === null || quiet_from !== quiet_to, {
      path: ['quiet_to'],
      error: 'Wybierz inną godzinę niż początek',
    }),
)

const warsawHour = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/Warsaw' })
const hourOf = (moment: Date) => Number(warsawHour.format(moment))

/** Whether notices are held at this moment. Quiet hours that begin in the evening end the next morning. */
export function isQuiet(
  { quiet_from: from, quiet_to: to }: Pick<NoticeSettings, 'quiet_from' | 'quiet_to'>,
  now: Date,
): boolean {
  if (from === null || to === null) return false
  const hour = hourOf(now)
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}

const HOUR_MS = 60 * 60 * 1000

/** Notices of this mode are due if they came before the returned moment. */
export function findDueBefore(mode: Exclude<NoticeMode, 'off'>, now: Date): Date {
  if (mode === 'now') return now
  // Warsaw's offset from UTC is a whole number of hours, so an hour begins in both at the same moment.
  let hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  while (mode === 'daily' && hourOf(hour) !== DAILY_HOUR) hour = new Date(hour.getTime() - HOUR_MS)
  return hour
}
