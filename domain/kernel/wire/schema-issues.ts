import type { z } from 'zod'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'

/** A problem that zod reports before it has a message. */
type Issue = z.core.$ZodRawIssue

/**
 * The message for each problem without a message of its own. Used as zod's `customError` or as the `error` of one
 * parse. Otherwise zod's English messages would be shown.
 */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return REQUIRED
      return issue.expected === 'int' ? 'Podaj liczbę całkowitą.' : WRONG_VALUE
    case 'too_small':
      return describeTooSmall(issue)
    case 'too_big':
      return describeTooBig(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Niewłaściwy format.'
    case 'not_multiple_of':
      return `Podaj wielokrotność liczby ${numeral(issue.divisor)}.`
    case 'invalid_value':
      return 'Wybierz jedną z dostępnych wartości.'
    case 'unrecognized_keys':
      return 'Nieznane pole'
    default:
      return WRONG_VALUE
  }
}

const REQUIRED = 'To pole jest wymagane.'
const WRONG_VALUE = 'Niewłaściwa wartość.'

const FORMATS: Partial<Record<string, string>> = {
  email: 'Podaj prawidłowy adres email',
  url: 'Podaj prawidłowy adres strony.',
  uuid: 'Niewłaściwy identyfikator.',
  datetime: 'Podaj prawidłową datę i godzinę.',
  date: 'Podaj prawidłową datę.',
}

const CHARACTERS: PolishForms = { one: 'znak', few: 'znaki', many: 'znaków' }
const ELEMENTS: PolishForms = { one: 'element', few: 'elementy', many: 'elementów' }

function describeTooSmall({ origin, minimum, exact, inclusive }: Extract<Issue, { code: 'too_small' }>): string {
  switch (origin) {
    case 'string':
      if (exact) return `Wpisz dokładnie ${counted(minimum, CHARACTERS)}.`
      return Number(minimum) === 1 ? REQUIRED : `Wpisz co najmniej ${counted(minimum, CHARACTERS)}.`
    case 'number':
    case 'int':
    case 'bigint':
      return inclusive === false
        ? `Podaj liczbę większą niż ${numeral(minimum)}.`
        : `Podaj liczbę nie mniejszą niż ${numeral(minimum)}.`
    case 'array':
    case 'set':
      return `Lista musi mieć ${exact ? 'dokładnie' : 'co najmniej'} ${counted(minimum, ELEMENTS)}.`
    default:
      return 'Podana wartość jest za mała.'
  }
}

function describeTooBig({ origin, maximum, exact, inclusive }: Extract<Issue, { code: 'too_big' }>): string {
  switch (origin) {
    case 'string':
      return `Wpisz ${exact ? 'dokładnie' : 'najwyżej'} ${counted(maximum, CHARACTERS)}.`
    case 'number':
    case 'int':
    case 'bigint':
      return inclusive === false
        ? `Podaj liczbę mniejszą niż ${numeral(maximum)}.`
        : `Podaj liczbę nie większą niż ${numeral(maximum)}.`
    case 'array':
    case 'set':
      return `Lista może mieć ${exact ? 'dokładnie' : 'najwyżej'} ${counted(maximum, ELEMENTS)}.`
    default:
      return 'Podana wartość jest za duża.'
  }
}

function counted(count: number | bigint, forms: PolishForms): string {
  return `${count} ${pluralize(Number(count), forms)}`
}

function numeral(value: number | bigint): string {
  return String(value).replace('.', ',')
}
