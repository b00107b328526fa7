import { classNames } from '#app/ui/class-names.ts'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import { type CaseStage, isOpen, STAGE_LABELS } from '#domain/returns/return-case.ts'

const LOOKS: Record<CaseStage, string> = {
  waiting_for_goods: 'bg-sand text-night',
  to_settle: 'bg-blush text-night',
  to_answer: 'bg-blush text-night',
  settled: 'bg-leaf text-white',
  answered: 'bg-leaf text-white',
  refused: 'bg-wine-tint text-wine',
}

/** The state of a case as a word; the colour only repeats the word. */
export function CaseState({ stage }: { stage: CaseStage }) {
  return (
    <span className={classNames('rounded-full px-3 py-0.5 text-xs font-semibold whitespace-nowrap', LOOKS[stage])}>
      {STAGE_LABELS[stage]}
    </span>
  )
}

type CaseClockProps = { of: { stage: CaseStage; due_day: string; overdue: boolean } }

/** The day by which the shop must act; nothing once it has acted. */
export function CaseClock({ of: { stage, due_day, overdue } }: CaseClockProps) {
  if (!isOpen(stage)) return null
  return (
    <span className={classNames('text-xs whitespace-nowrap', overdue ? 'font-semibold text-wine' : 'text-oud')}>
      {overdue ? `po terminie: ${formatCalendarDay(due_day)}` : `do ${formatCalendarDay(due_day)}`}
    </span>
  )
}
