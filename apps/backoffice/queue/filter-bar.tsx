import { Button } from '@eclusa/ui/components/button.tsx'
import { Menu, MenuChoice } from '@eclusa/ui/components/menu.tsx'
import { useFormats } from '@eclusa/ui/i18n/format.ts'
import { said, useMessages } from '@eclusa/ui/i18n/language.ts'
import { shared } from '@eclusa/ui/i18n/shared-messages.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { useCounts } from '../api/queries.ts'
import style from './filter-bar.module.css'
import { type Filters, readFilters, without } from './filters.ts'
import { queue } from './messages.ts'
import { ViewMenu } from './view-menu.tsx'

/** The filters of the queue. Each choice is a link, which can be sent to a colleague. */
export function FilterBar({ filters }: { filters: Filters }) {
  const say = useMessages(queue)
  const { kinds } = useMessages(shared)
  const navigate = useNavigate()
  const all = useCounts()
  const { kind, due, assigned_to, hands, decidable } = filters
  const of = all?.kinds.find(({ kind }) => kind === filters.kind) ?? all
  const counted = assigned_to || hands || filters.user_id ? undefined : of
  const dueCounted = decidable ? undefined : counted
  const options = [
    { value: '', label: say.anyKind },
    ...Object.entries(kinds).map(([value, name]) => ({ value, label: name })),
  ]
  return (
    <div className={style.bar}>
      <nav className={style.tabs} aria-label={say.filters}>
        <Tab
          to={without(filters, 'due', 'decidable')}
          isOn={!due && !decidable}
          name={say.all}
          count={counted?.waiting}
        />
        <Tab
          to={decidable ? without(filters, 'decidable') : { ...filters, decidable: true }}
          isOn={decidable === true}
          name={say.toDecide}
          count={due ? undefined : counted?.decidable}
        />
        <Tab to={{ ...filters, due: 'today' }} isOn={due === 'today'} name={say.today} count={dueCounted?.due_today} />
        <Tab
          to={{ ...filters, due: 'overdue' }}
          isOn={due === 'overdue'}
          name={say.overdue}
          count={dueCounted?.overdue}
          isGrave
        />
      </nav>
      <nav className={style.tabs} aria-label={say.hands}>
        <Tab to={without(filters, 'assigned_to', 'hands')} isOn={!assigned_to && !hands} name={say.anyHand} />
        <Tab to={{ ...without(filters, 'hands'), assigned_to: 'me' }} isOn={assigned_to === 'me'} name={say.mine} />
        <Tab
          to={{ ...without(filters, 'assigned_to'), hands: 'nobody' }}
          isOn={hands === 'nobody'}
          name={say.ofNobody}
        />
      </nav>
      <Menu
        button={
          <Button look={kind ? 'plain' : 'quiet'} icon="down">
            {kind ? said(kinds, kind) : say.anyKind}
          </Button>
        }
      >
        <MenuChoice
          label={say.kind}
          value={kind ?? ''}
          options={options.map(({ value, label }) => ({ value, label: withCount(label, value, all) }))}
          onChoose={(value) => void navigate({ to: '/', search: readFilters({ ...filters, kind: value }) })}
        />
      </Menu>
      <ViewMenu filters={filters} />
      {Object.keys(filters).length > 0 && (
        <Link to="/" search={{}} className={style.clear}>
          {say.clear}
        </Link>
      )}
    </div>
  )
}

function withCount(label: string, kind: string, all: Schemas['CaseCounts'] | undefined): string {
  const counted = kind === '' ? all : all?.kinds.find((one) => one.kind === kind)
  return counted ? `${label} · ${counted.waiting.count}${counted.waiting.more ? '+' : ''}` : label
}

/** A tab is selected when all filters match, and not when the path does. */
const EXACT = { exact: true, includeSearch: true }

interface TabProps {
  to: Filters
  isOn: boolean
  name: string
  count?: Schemas['Count'] | undefined
  isGrave?: boolean
}

function Tab({ to, isOn, name, count, isGrave = false }: TabProps) {
  const { number } = useFormats()
  return (
    <Link to="/" search={to} className={style.tab} activeOptions={EXACT} data-on={isOn}>
      {name}
      {count && (
        <span className={`${style.count} ${isGrave && count.count > 0 ? style.grave : ''}`}>
          {number(count.count)}
          {count.more && '+'}
        </span>
      )}
    </Link>
  )
}
