import { readFileSync } from 'node:fs'

/** Adds up the reports of several test runs into one summary line. */
const reports = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>)
const sum = (name: string) => reports.reduce((total, report) => total + (report[name] ?? 0), 0)
process.stdout.write(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed\n`)
