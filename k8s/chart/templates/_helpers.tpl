{{- /* What all resources and pods are labelled with. */ -}}
{{- define "agora.labels" -}}
app.kubernetes.io/part-of: agora
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- /* The image of a service or of the backup: (list $ NAME). */ -}}
{{- define "agora.image" -}}
{{- $values := (index . 0).Values.image -}}
{{- $image := printf "%s/agora-%s:%s" $values.registry (index . 1) ($values.tag | default (index . 0).Chart.AppVersion) -}}
{{- with get $values.digests (index . 1) }}{{ $image = printf "%s@%s" $image . }}{{ end -}}
{{ $image }}
{{- end }}

{{- /* What Node's heap may take of a container's memory: the rest is for what Node and buffers take outside of it. */ -}}
{{- define "agora.heap" -}}
--max-old-space-size={{ div (mul (.limits.memory | trimSuffix "Mi" | atoi) 6) 10 }}
{{- end }}

{{- /* The startup configuration's address of the site, from which what is in front is named. */ -}}
{{- define "agora.site" -}}
{{- $config := required "config is your startup configuration: --set-file config=agora.yaml" .Values.config | fromYaml -}}
{{- required "config: site.url is missing" (dig "site" "url" "" $config) | trimSuffix "/" -}}
{{- end }}
{{- define "agora.host" -}}
{{ (include "agora.site" . | urlParse).hostname }}
{{- end }}

{{- /* Changes with whatever a service reads at its start: (list $ NAME SCHEMA). */ -}}
{{- define "agora.checksum" -}}
{{- $values := (index . 0).Values -}}
{{- $read := list (get $values.secrets (index . 1)) $values.config $values.settings $values.authority $values.monitoring -}}
{{- if and (index . 2) $values.pooler.enabled }}{{ $read = append $read $values.secrets.pooler }}{{ end -}}
{{- toJson $read | sha256sum -}}
{{- end }}
