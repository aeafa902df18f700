import type { ContractDetails } from '@tain/client/types';
import { config } from '../config.ts';
import { useLoaded } from '../ui/hooks.ts';
import { hasLocalNetwork } from '../ui/json-rpc.ts';
import { Facts } from '../ui/parts.tsx';
import { addFromSourcify, removeSource } from '../ui/sources.ts';
import type { KnownSource } from '../words/known-source.ts';

interface SourceViewProps {
  readonly contract: ContractDetails<number | bigint>;
  /** The contract's source; null: none is known. */
  readonly source: KnownSource | null;
  /** Message about files that were of no use. */
  readonly problem: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
  /** Called with a change of the source. */
  readonly onChange: (change: Promise<void>) => void;
}

const KINDS = {
  exact: 'exact: the code on the ledger is that of the file, with the hash of the sources',
  partial: 'partial: what runs is the same, but the hash of the sources differs (comments, names, or paths)',
};

/** Source of a contract, and the form that adds one. */
export function SourceView({ contract, source, problem, onFiles, onChange }: SourceViewProps) {
  const isLocal = useLoaded('local network', hasLocalNetwork).value;
  return (
    <>
      {problem !== undefined && (
        <p class="alert" role="alert">
          {problem}
        </p>
      )}
      {source === null ? (
        <div class="body form">
          <p>
            Drop a file of the compiler on this page, or choose it: a build-info of Hardhat or Foundry, an
            artifact of one of them, or standard JSON of solc (input and output together). The source of the
            contract whose code is on the ledger names its calls, events, errors and storage.{' '}
            {isLocal === true
              ? 'It is shown to everybody who uses this local network.'
              : 'It stays in this browser.'}
          </p>
          <label>
            Files of the compiler{' '}
            <input
              type="file"
              multiple
              accept=".json,application/json"
              onChange={({ currentTarget }) => {
                const files = [...(currentTarget.files ?? [])];
                if (files.length > 0) onFiles(files);
              }}
            />
          </label>
          {config().sourcify !== null && (
            <p>
              <button type="button" class="plain" onClick={() => onChange(addFromSourcify(contract))}>
                Look in Sourcify
              </button>{' '}
              This sends the address of the contract to {config().sourcify}.
            </p>
          )}
        </div>
      ) : (
        <>
          <Facts
            rows={[
              ['Contract', source.source.name],
              ['File', source.source.file],
              ['Match', KINDS[source.source.kind]],
              ['Storage', Object.keys(source.source.layout).length === 0 && 'the file has no layout of it'],
              ['Lines', source.source.sourceMap === '' && 'the file has no source map'],
            ]}
          />
          <Texts source={source} />
          <div class="pager">
            <button type="button" class="plain" onClick={() => onChange(removeSource(contract))}>
              Forget this source
            </button>
          </div>
        </>
      )}
    </>
  );
}

function Texts({ source: { source } }: { source: KnownSource }) {
  if (source.texts.size === 0) return <p class="empty">The file has no text of the sources.</p>;
  return (
    <div class="body">
      {[...source.texts].map(([file, text]) => (
        <details key={file} open={file === source.file}>
          <summary>{file}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{text}</pre>
        </details>
      ))}
    </div>
  );
}
