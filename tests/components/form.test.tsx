import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useForm } from '#app/ui/form/form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'

const schema = z.object({ city: z.string().min(1, 'Podaj miasto').min(3, 'Nazwa miasta ma co najmniej 3 znaki') })

function CityForm() {
  const form = useForm({ schema, initial: { city: '' } })
  return (
    <form noValidate ref={form.ref} onSubmit={form.submit}>
      <TextField label="Miasto" {...form.text('city')} />
      <label>
        <input type="checkbox" /> Regulamin
      </label>
      <button type="submit">Dalej</button>
    </form>
  )
}

test('a form that is sent empty says what is missing and focuses the first such field', async () => {
  const user = userEvent.setup()
  render(<CityForm />)
  await user.click(screen.getByRole('button', { name: 'Dalej' }))
  const city = screen.getByRole('textbox', { name: 'Miasto' })
  expect(city.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Podaj miasto')).toBeTruthy()
  expect(document.activeElement).toBe(city)
})

test('the error of a field is shown after the click that left it, because a moved layout would make it miss', async () => {
  const user = userEvent.setup()
  render(<CityForm />)
  await user.type(screen.getByRole('textbox', { name: 'Miasto' }), 'Wa')
  const terms = screen.getByRole('checkbox', { name: 'Regulamin' })
  await user.pointer({ keys: '[MouseLeft>]', target: terms })
  expect(document.activeElement).toBe(terms)
  expect(screen.queryByText('Nazwa miasta ma co najmniej 3 znaki')).toBeNull()
  await user.pointer({ keys: '[/MouseLeft]', target: terms })
  await screen.findByText('Nazwa miasta ma co najmniej 3 znaki')
})

test('the error of a field left by the keyboard is shown at once', async () => {
  const user = userEvent.setup()
  render(<CityForm />)
  await user.type(screen.getByRole('textbox', { name: 'Miasto' }), 'Wa')
  await user.tab()
  screen.getByText('Nazwa miasta ma co najmniej 3 znaki')
})

test('the second press of a double click sees the result of the first, so that nothing is sent twice', async () => {
  const sent: string[] = []
  const answered = Promise.withResolvers<void>()
  function SendForm() {
    const form = useForm({
      schema,
      initial: { city: 'Wałcz' },
      async onSubmit({ city }) {
        sent.push(city)
        await answered.promise
        form.replace({ city: '' })
        return undefined
      },
    })
    return (
      <form noValidate ref={form.ref} onSubmit={form.submit}>
        <TextField label="Miasto" {...form.text('city')} />
        <button type="submit">Wyślij</button>
      </form>
    )
  }
  render(<SendForm />)
  const button = screen.getByRole('button', { name: 'Wyślij' })
  button.click()
  answered.resolve()
  // The second press may come at any moment after the answer.
  for (let moment = 0; moment < 20; moment += 1) {
    await Promise.resolve()
    button.click()
  }
  await screen.findByText('Podaj miasto')
  expect(sent).toEqual(['Wałcz'])
})
