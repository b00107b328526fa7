import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssue } from '#domain/kernel/wire/schema-issues.ts'

const sentencesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: describeIssue }).error?.issues.map(({ message }) => message)

test.each([
  [z.string(), undefined, 'To pole jest wymagane.'],
  [z.string(), 5, 'Niewłaściwa wartość.'],
  [z.int(), 1.5, 'Podaj liczbę całkowitą.'],
  [z.string().min(1), '', 'To pole jest wymagane.'],
  [z.string().min(3), 'a', 'Wpisz co najmniej 3 znaki.'],
  [z.string().max(25), 'a'.repeat(26), 'Wpisz najwyżej 25 znaków.'],
  [z.string().length(6), 'a', 'Wpisz dokładnie 6 znaków.'],
  [z.int().min(1), 0, 'Podaj liczbę nie mniejszą niż 1.'],
  [z.number().min(0.01), 0, 'Podaj liczbę nie mniejszą niż 0,01.'],
  [z.number().positive(), 0, 'Podaj liczbę większą niż 0.'],
  [z.int().max(99), 100, 'Podaj liczbę nie większą niż 99.'],
  [z.number().lt(5), 5, 'Podaj liczbę mniejszą niż 5.'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'Lista może mieć najwyżej 2 elementy.'],
  [z.array(z.string()).min(1), [], 'Lista musi mieć co najmniej 1 element.'],
  [z.email(), 'x', 'Podaj prawidłowy adres email'],
  [z.uuid(), 'x', 'Niewłaściwy identyfikator.'],
  [z.iso.datetime(), 'x', 'Podaj prawidłową datę i godzinę.'],
  [z.string().regex(/^a$/), 'b', 'Niewłaściwy format.'],
  [z.number().multipleOf(0.5), 0.3, 'Podaj wielokrotność liczby 0,5.'],
  [z.enum(['a', 'b']), 'c', 'Wybierz jedną z dostępnych wartości.'],
  [z.strictObject({}), { a: 1 }, 'Nieznane pole'],
  [z.union([z.string(), z.int()]), null, 'Niewłaściwa wartość.'],
  [z.string().refine(() => false), 'a', 'Niewłaściwa wartość.'],
  [z.record(z.string().max(1), z.int()), { ab: 1 }, 'Niewłaściwa wartość.'],
])('describeIssue: words the refusal of a value (%#)', (schema, value, sentence) => {
  expect(sentencesOf(schema, value)).toEqual([sentence])
})

test('describeIssue: keeps the schema’s own sentence', () => {
  expect(sentencesOf(z.string().min(1, 'Podaj imię'), '')).toEqual(['Podaj imię'])
})
