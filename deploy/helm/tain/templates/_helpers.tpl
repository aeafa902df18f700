{{- define "tain.fullname" -}}
{{- $name := ternary .Release.Name (printf "%s-tain" .Release.Name) (contains "tain" .Release.Name) -}}
{{- $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "tain.selector" -}}
app.kubernetes.io/name: tain
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "tain.labels" -}}
{{ include "tain.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- /* Job of all processes in Prometheus: the alarms look at tain.* and sum by job. */ -}}
{{- define "tain.job" -}}
{{- ternary .Release.Name (printf "tain-%s" .Release.Name) (hasPrefix "tain" .Release.Name) -}}
{{- end -}}

{{- define "tain.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}{{ $image.repository }}@{{ $image.digest }}
{{- else -}}{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}{{- end -}}
{{- end -}}

{{- /* Workloads by name, as JSON: those of the values, or the one with an embedded PostgreSQL. */ -}}
{{- define "tain.workloads" -}}
{{- $workloads := dict -}}
{{- if .Values.database.existingSecret -}}
{{- range $name, $workload := .Values.workloads -}}
{{- if $workload -}}{{- $_ := set $workloads $name $workload -}}{{- end -}}
{{- end -}}
{{- else -}}
{{- $_ := set $workloads "all" (merge (dict "replicas" 1) .Values.embedded) -}}
{{- end -}}
{{- $ingests := list -}}
{{- range $name, $workload := $workloads -}}
{{- if has "ingest" $workload.roles -}}{{- $ingests = append $ingests $name -}}{{- end -}}
{{- if and (has "status" $workload.roles) (gt (int $workload.replicas) 1) -}}
{{- fail (printf "Workload %s has role status, which runs once: set replicas to 1." $name) -}}
{{- end -}}
{{- end -}}
{{- if gt (len $ingests) 1 -}}
{{- fail (printf "Only one workload may have role ingest, not %s: a standby is a further replica." (join " and " $ingests)) -}}
{{- end -}}
{{- $workloads | toJson -}}
{{- end -}}

{{- /* Ports of a list of roles, as JSON: names and numbers. */ -}}
{{- define "tain.ports" -}}
{{- $ports := list -}}
{{- if has "api" . -}}{{- $ports = append $ports (dict "name" "http" "port" 5551) -}}{{- end -}}
{{- if has "status" . -}}{{- $ports = append $ports (dict "name" "status" "port" 5552) -}}{{- end -}}
{{- if has "live" . -}}{{- $ports = append $ports (dict "name" "grpc" "port" 5600 "protocol" "grpc") -}}{{- end -}}
{{- if has "rpc" . -}}
{{- $ports = append $ports (dict "name" "json-rpc" "port" 7546) -}}
{{- $ports = append $ports (dict "name" "websocket" "port" 8546) -}}
{{- end -}}
{{- $ports | toJson -}}
{{- end -}}

{{- /* Key of the database's secret for a list of roles: the user with the most rights that one of them needs. */ -}}
{{- define "tain.databaseKey" -}}
{{- $keys := .root.Values.database.keys -}}
{{- if has "ingest" .roles -}}{{ $keys.ingest }}
{{- else if has "status" .roles -}}{{ $keys.status }}
{{- else -}}{{ $keys.api }}{{- end -}}
{{- end -}}

{{- /* Files of secrets, as JSON: of all processes, of the workload, and the URL of the database. */ -}}
{{- define "tain.secretFiles" -}}
{{- $files := merge (dict) (.workload.secretFiles | default dict) .root.Values.secretFiles -}}
{{- with .root.Values.database.existingSecret -}}
{{- $key := include "tain.databaseKey" (dict "root" $.root "roles" $.workload.roles) -}}
{{- $_ := set $files "DATABASE_URL_FILE" (dict "secret" . "key" $key) -}}
{{- end -}}
{{- $files | toJson -}}
{{- end -}}

{{- define "tain.env" -}}
{{- $fixed := dict "TAIN_NETWORK" .root.Values.network "TAIN_ROLES" (join "," .workload.roles) -}}
{{- $_ := set $fixed "TAIN_METRICS_ADDRESS" "0.0.0.0:9464" -}}
{{- /* Not the volume itself, which its group can write and which may contain lost+found. */ -}}
{{- $_ := set $fixed "TAIN_DATA_DIR" "/home/node/data/tain" -}}
{{- $_ := set $fixed "TAIN_HOST" "0.0.0.0" -}}
{{- if or (ne .root.Values.network "demo") .root.Values.database.existingSecret -}}
{{- $_ := set $fixed "TAIN_FURTHER_PORTS" "off" -}}
{{- end -}}
{{- range $name, $file := include "tain.secretFiles" . | fromJson -}}
{{- $_ := set $fixed $name (printf "/etc/tain/secrets/%s" $name) -}}
{{- end -}}
{{- range $name, $value := merge $fixed (.workload.settings | default dict) .root.Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end -}}
{{- end -}}

{{- define "tain.container" -}}
image: {{ include "tain.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
env:
  {{- include "tain.env" . | nindent 2 }}
{{- with .workload.resources }}
resources:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /home/node/data }
  - { name: tmp, mountPath: /tmp }
  {{- if include "tain.secretFiles" . | fromJson }}
  - { name: secrets, mountPath: /etc/tain/secrets, readOnly: true }
  {{- end }}
{{- end -}}

{{- define "tain.pod" -}}
automountServiceAccountToken: false
{{- with .root.Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
# User node of the image. Volumes and secrets belong to its group.
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- range $key := list "nodeSelector" "tolerations" "affinity" "topologySpreadConstraints" }}
{{- with index $.root.Values $key }}
{{ $key }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
volumes:
  - { name: tmp, emptyDir: {} }
  {{- if not .hasClaim }}
  - { name: data, emptyDir: {} }
  {{- end }}
  {{- with include "tain.secretFiles" . | fromJson }}
  - name: secrets
    projected:
      defaultMode: 0440
      sources:
        {{- range $name, $file := . }}
        - secret:
            name: {{ $file.secret }}
            items: [{ key: {{ $file.key | quote }}, path: {{ $name }} }]
        {{- end }}
  {{- end }}
{{- end -}}
