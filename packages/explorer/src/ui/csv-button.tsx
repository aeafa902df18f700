import { useState } from 'preact/hooks';
import { useFeature } from '../about.ts';
import { saveCsv } from '../api.ts';

/** Button that saves a list as a CSV file, if the mirror has these. `path`: its first page. */
export function CsvButton({ path, items }: { path: string; items: string }) {
  const hasCsv = useFeature('csv');
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready');
  if (!hasCsv) return null;
  const save = async (): Promise<void> => {
    setState('loading');
    await saveCsv(path, `${items}.csv`).then(
      () => setState('ready'),
      () => setState('failed'),
    );
  };
  return (
    <>
      <button type="button" class="plain" disabled={state === 'loading'} onClick={save}>
        CSV
      </button>
      {state === 'failed' && <span role="alert">The file could not be loaded.</span>}
    </>
  );
}
