import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { useForm } from '#app/ui/form.tsx'
import { TextField } from '#app/ui/text-field.tsx'

const schema = z.object({ city: z.string().min(1, 'Podaj miasto').min(3, 'Nazwa miasta ma co najmniej 3 znaki') })

function CityForm() {
  const form = useForm({ schema, initial: { city: '' } })
  return (
    <form noValidate ref={form.ref} onSubmit={form.submit}>
      <TextField label="Miasto" {...form.text('city')} />
      <button type="submit">Dalej</button>
    </form>
  )
}

test('a form that is sent empty says what is missing and takes the focus there', async () => {
  const user = userEvent.setup()
  render(<CityForm />)
  await user.click(screen.getByRole('button', { name: 'Dalej' }))
  const city = screen.getByRole('textbox', { name: 'Miasto' })
  expect(city.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Podaj miasto')).toBeTruthy()
  expect(document.activeElement).toBe(city)
})
