import { Button } from '@eclusa/ui/components/button.tsx'
import { Field, Select } from '@eclusa/ui/components/field.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { operations } from '../i18n/operations.ts'
import style from './audit-log.module.css'
import { journal } from './messages.ts'
import { type JournalFilters as Filters, ID_PATTERN, readJournalSearch } from './search.ts'

/** The filters. They are in the URL, so that a result can be shared. */
export function JournalFilters({ filters }: { filters: Filters }) {
  const say = useMessages(journal)
  const did = useMessages(operations)
  const navigate = useNavigate()
  const known = Object.entries(did).toSorted(([, one], [, other]) => one.localeCompare(other))
  return (
    <form
      // Other filters remount the form with their values.
      key={JSON.stringify(filters)}
      aria-label={say.filters}
      className={style.filters}
      onSubmit={(event) => {
        event.preventDefault()
        const said = Object.fromEntries(new FormData(event.currentTarget))
        void navigate({ to: '/journal', search: readJournalSearch(said) })
      }}
    >
      <Field
        label={say.subject}
        name="subject_id"
        defaultValue={filters.subject_id}
        pattern={ID_PATTERN}
        title={say.subjectHint}
        maxLength={200}
      />
      <Field label={say.actor} name="actor_id" defaultValue={filters.actor_id} pattern="\S+" maxLength={200} />
      <Select label={say.operation} name="operation" defaultValue={filters.operation ?? ''}>
        <option value="">{say.every}</option>
        {known.map(([name, word]) => (
          <option key={name} value={name}>
            {word}
          </option>
        ))}
      </Select>
      <Field label={say.since} name="since" type="date" defaultValue={filters.since} />
      <Field label={say.until} name="until" type="date" defaultValue={filters.until} />
      <div className={style.send}>
        <Button type="submit" icon="search">
          {say.show}
        </Button>
        {Object.keys(filters).length > 0 && (
          <Link to="/journal" search={{}}>
            {say.clear}
          </Link>
        )}
      </div>
    </form>
  )
}
