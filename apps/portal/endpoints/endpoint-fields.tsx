import { Checkbox, Field } from '@eclusa/ui/components/field.tsx'
import { useMessages } from '@eclusa/ui/i18n/language.ts'
import { useState } from 'react'
import { eventTypes } from '../api/types.ts'
import style from './endpoints.module.css'
import { endpoints } from './messages.ts'
import type { OwnEndpoint } from './queries.ts'

type SelectableEventType = (typeof eventTypes)[number]

/** The form of an endpoint, new or existing. */
export function EndpointFields({ endpoint }: { endpoint?: OwnEndpoint }) {
  const say = useMessages(endpoints)
  const [all, setAll] = useState(endpoint?.event_types === undefined)
  return (
    <>
      <Field
        label={say.url}
        hint={say.urlHint}
        name="url"
        type="url"
        defaultValue={endpoint?.url}
        maxLength={2048}
        required
        autoFocus
      />
      <Field
        label={say.description}
        hint={say.descriptionHint}
        name="description"
        defaultValue={endpoint?.description}
        maxLength={200}
      />
      <fieldset className={style.choice}>
        <legend>{say.events}</legend>
        <label>
          <input type="radio" name="which" value="all" checked={all} onChange={() => setAll(true)} /> {say.everyEvent}
        </label>
        <label>
          <input type="radio" name="which" value="chosen" checked={!all} onChange={() => setAll(false)} /> {say.chosen}
        </label>
        {!all && (
          <div className={style.types}>
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                label={type}
                name="event_types"
                value={type}
                defaultChecked={endpoint?.event_types?.includes(type) ?? false}
              />
            ))}
          </div>
        )}
      </fieldset>
    </>
  )
}

/** As the API expects it. Without a selection the list is empty, and the gateway returns the error. */
export function readEndpoint(said: FormData) {
  const description = String(said.get('description')).trim()
  return {
    url: String(said.get('url')).trim(),
    description: description === '' ? null : description,
    event_types: said.get('which') === 'all' ? null : (said.getAll('event_types') as SelectableEventType[]),
  }
}
