import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useForm } from '#app/ui/form/form.tsx'
import { EmailField } from '#app/ui/form/text-field.tsx'

const schema = z.object({ email: z.string() })

function Form() {
  const form = useForm({ schema, initial: { email: '' } })
  return (
    <form ref={form.ref}>
      <EmailField {...form.text('email')} label="E-mail" autoComplete="email" />
      <button type="button">Dalej</button>
      <p data-testid="read">{form.values.email}</p>
    </form>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('E-mail')

test('the field asks about a mistyped well-known domain, and one press corrects it', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Form />)
  await user.type(field(), 'jan@gmial.com')
  screen.getByText('Czy chodziło o gmail.com?')
  await user.click(screen.getByRole('button', { name: 'Tak, popraw' }))
  expect(field().value).toBe('jan@gmail.com')
  expect(screen.queryByRole('button', { name: 'Tak, popraw' })).toBeNull()
})

test('an unfinished domain is asked about only when the field is left', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Form />)
  await user.type(field(), 'jan@gmail.co')
  expect(screen.queryByText(/^Czy chodziło/)).toBeNull()
  await user.tab()
  screen.getByText('Czy chodziło o gmail.com?')
})

test.each(['a press', 'a key', 'leaving the field'])(
  'a value filled in without events is read at %s',
  async (moment) => {
    const user = userEvent.setup({ delay: null })
    render(<Form />)
    if (moment === 'leaving the field') await user.click(field())
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), 'jan@example.test')
    if (moment === 'a press') await user.click(screen.getByRole('button', { name: 'Dalej' }))
    else if (moment === 'leaving the field') await user.tab()
    else {
      screen.getByRole('button', { name: 'Dalej' }).focus()
      await user.keyboard('{Shift}')
    }
    expect(screen.getByTestId('read').textContent).toBe('jan@example.test')
    expect(field().value).toBe('jan@example.test')
  },
)
