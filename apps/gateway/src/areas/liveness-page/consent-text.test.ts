import { expect, it } from 'vitest'
import { readConsentText } from './consent-text.ts'

it('is the text of the marked elements in order, one a line, as a browser shows it', () => {
  const page = '<p>no</p><h1 data-consent>I &#38; you</h1><p class="a" data-consent>agree <b>now</b></p>'
  expect(readConsentText(page, 'en-US')).toMatchObject({ language: 'en-US', text: 'I & you\nagree now' })
})

it('throws for a page without a marked element', () => {
  expect(() => readConsentText('<p>I agree</p>', 'en-US')).toThrow('no text to agree to')
})
