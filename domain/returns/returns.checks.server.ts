import { defineChecks } from '#domain/kernel/definitions.ts'
import { CASE_KIND_LABELS, findStage, isOverdue } from './return-case.ts'
import { listOpenBefore } from './return-case-queries.server.ts'

/** No deadline is shorter than this, ms. */
const CLOCK_MS = 14 * 24 * 60 * 60 * 1000

/** The form itself is on every page; only an answer in time can be missing. */
export default defineChecks([
  {
    key: 'withdrawal-function',
    title: 'Funkcja odstąpienia od umowy',
    law: {
      why: 'Kupujący odstępuje dwoma naciśnięciami, dostaje potwierdzenie od razu, a pieniądze w ciągu 14 dni.',
      act: 'dyrektywa 2011/83/UE, art. 11a; ustawa o prawach konsumenta, art. 7a i 32',
      since: '2026-06-19',
    },
    async findGaps({ db, now }) {
      const moment = now()
      const cases = await listOpenBefore(db, new Date(moment.getTime() - CLOCK_MS))
      return cases
        .map((row) => ({ ...row, stage: findStage(row) }))
        .filter(({ stage, received_at }) => isOverdue(stage, received_at, moment))
        .map(({ id, number, kind, stage }) => ({
          about: `${CASE_KIND_LABELS[kind]} ${number}`,
          todo:
            stage === 'to_answer'
              ? 'Minęło 14 dni bez odpowiedzi: reklamacja jest uznana. Odpowiedz zgodnie z żądaniem.'
              : 'Minęło 14 dni: oddaj pieniądze dzisiaj.',
          path: `/admin/zwroty/${id}`,
        }))
    },
  },
])
