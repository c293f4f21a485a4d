import { writeFileSync } from 'node:fs'

/**
 * A test reporter that writes a file when an error occurred outside of every test, so that no unhandled rejection is missed.
 */
// oxlint-disable-next-line import/no-default-export -- that is how a reporter is found by its path
export default class Unhandled {
  onTestRunEnd(_: unknown, errors: readonly { message: string }[]): void {
    const file = process.env['UNHANDLED_FILE']
    if (file && errors.length > 0) writeFileSync(file, errors.map(({ message }) => message).join('\n'))
  }
}
