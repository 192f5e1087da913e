package org.mailvane.api.errors;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.apache.tomcat.util.http.fileupload.impl.FileCountLimitExceededException;
import org.apache.tomcat.util.http.fileupload.impl.SizeLimitExceededException;
import org.jspecify.annotations.Nullable;
import org.mailvane.api.ApiCatalogue;
import org.mailvane.api.ApiConfiguration;
import org.mailvane.api.ApiGate;
import org.mailvane.api.binding.Characters;
import org.mailvane.platform.store.DatabaseFailure;
import org.mailvane.platform.store.LockTimeoutException;
import org.mailvane.platform.store.StatementLimit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.util.ClassUtils;
import org.springframework.validation.BindException;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.NoHandlerFoundException;

/** The one place where what goes wrong becomes a response. */
@RestControllerAdvice
public class ProblemHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemHandler.class);

    private static final long RETRY_SECONDS = 5;

    private final ProblemWriter writer;
    private final ApiCatalogue catalogue;

    ProblemHandler(ProblemWriter writer, ApiCatalogue catalogue) {
        this.writer = writer;
        this.catalogue = catalogue;
    }

    @ExceptionHandler
    void handle(Exception thrown, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        Exception failure = orWrongMethod(thrown, request);
        if (failure instanceof RequestRejectedException rejected) {
            // Found while the request was read; RejectedRequests answers it wherever that was.
            throw rejected;
        }
        if (response.isCommitted()) {
            cut(failure, request);
            return;
        }
        ApiProblem problem = problemOf(failure, request);
        if (failure instanceof ErrorResponse known
                && known.getStatusCode().equals(problem.status())) {
            // Such as the methods that are allowed.
            known.getHeaders()
                    .forEach((name, values) -> response.setHeader(name, String.join(", ", values)));
        }
        if (failure instanceof HttpRequestMethodNotSupportedException wrongMethod
                && problem.status() == HttpStatus.METHOD_NOT_ALLOWED) {
            response.setHeader(
                    HttpHeaders.ALLOW, AllowedMethods.header(wrongMethod.getSupportedMethods()));
        }
        writer.write(problem, request, response);
    }

    /**
     * Where a path such as {@code domains/delete} has no operation of this method, Spring takes its
     * last word for the id of another, which it is not.
     */
    private Exception orWrongMethod(Exception failure, HttpServletRequest request) {
        if (!(failure instanceof MethodArgumentTypeMismatchException mismatch)
                || !mismatch.getParameter().hasParameterAnnotation(PathVariable.class)) {
            return failure;
        }
        String path = request.getRequestURI().replaceFirst("/$", "");
        Set<String> methods =
                catalogue.operationsAt(path).stream()
                        .map(operation -> operation.method().name())
                        .collect(Collectors.toSet());
        return methods.isEmpty()
                ? failure
                : new HttpRequestMethodNotSupportedException(request.getMethod(), methods);
    }

    /**
     * Lets a failure through to the container after an answer has begun: it cuts the connection, so
     * that nobody takes a part for the whole.
     */
    private static void cut(Exception failure, HttpServletRequest request) throws Exception {
        ApiProblem broken = BrokenBody.problemOf(failure);
        if (broken != null || failure instanceof AsyncRequestNotUsableException) {
            // Tomcat has begun to refuse the body that it could not read, and comes back by
            // LastResortController with the attribute that is set here; or the client has gone
            // away.
            request.setAttribute(RequestDispatcher.ERROR_EXCEPTION, broken);
            log.info(
                    "{} {} was cut off: {}",
                    request.getMethod(),
                    LoggedPath.of(request),
                    String.valueOf(failure.getMessage()).lines().findFirst().orElse(""));
            return;
        }
        log.error(
                "{} {} failed after its answer had begun",
                request.getMethod(),
                LoggedPath.of(request),
                failure);
        throw failure;
    }

    private ApiProblem problemOf(Exception failure, HttpServletRequest request) {
        boolean lookup =
                failure instanceof HttpRequestMethodNotSupportedException
                        || failure instanceof HttpMediaTypeException;
        if (lookup && catalogue.needsSignIn(request.getRequestURI())) {
            // No operation was found, so that ApiGate was not asked. What a path can do is nothing
            // that strangers are told.
            try {
                ApiGate.signedIn(request);
            } catch (ApiProblem refused) {
                return refused;
            }
        }
        return described(failure, request);
    }

    private static ApiProblem described(Exception failure, HttpServletRequest request) {
        ApiProblem broken = BrokenBody.problemOf(failure);
        if (broken != null) {
            return broken;
        }
        return switch (failure) {
            case ApiProblem problem -> problem;
            case NoHandlerFoundException none -> ApiProblem.notFound();
            case MethodArgumentTypeMismatchException mismatch -> mismatch(mismatch);
            case MissingServletRequestParameterException missing ->
                    ApiProblem.invalid(missing.getParameterName(), "This parameter is required.");
            case BindException invalid -> invalid(invalid);
            case HttpRequestMethodNotSupportedException wrongMethod ->
                    AllowedMethods.refused(wrongMethod.getMethod());
            case HttpMediaTypeNotSupportedException wrongType -> unsupported(wrongType);
            case HttpMediaTypeNotAcceptableException notAcceptable ->
                    ApiProblem.of(
                            HttpStatus.NOT_ACCEPTABLE,
                            "not_acceptable",
                            notAcceptable(notAcceptable.getSupportedMediaTypes()));
            case HttpMessageNotReadableException unreadable ->
                    ApiProblem.of(
                            HttpStatus.BAD_REQUEST,
                            "parse_error",
                            "The request's body can't be read as JSON.");
            case MaxUploadSizeExceededException tooMuch -> tooLarge(tooMuch);
            case MultipartException malformed ->
                    ApiProblem.of(
                            HttpStatus.BAD_REQUEST,
                            "parse_error",
                            "The request's multipart body can't be read.");
            // Before those of a database that is away, of which it is one for Spring.
            case Exception slow when DatabaseFailure.isTooSlow(slow) -> tooSlow(slow, request);
            case CannotGetJdbcConnectionException away -> databaseFailed(failure);
            case CannotCreateTransactionException away -> databaseFailed(failure);
            case DataAccessResourceFailureException away -> databaseFailed(failure);
            case LockTimeoutException busy -> busy();
            case InvalidParameterException unreadable -> unreadable(unreadable, request);
            case Exception lost when DatabaseFailure.isLostConnection(lost) -> databaseFailed(lost);
            case UncheckedIOException wrapped ->
                    described(Objects.requireNonNull(wrapped.getCause()), request);
            // The client has gone away; nobody reads what is written now.
            case AsyncRequestNotUsableException gone -> unexpected();
            case ErrorResponse known when known.getStatusCode().is4xxClientError() ->
                    ApiProblem.of(
                            HttpStatus.valueOf(known.getStatusCode().value()),
                            known.getBody().getDetail());
            default -> {
                log.error("{} {} failed", request.getMethod(), LoggedPath.of(request), failure);
                yield unexpected();
            }
        };
    }

    /** What a path answers that the request does not accept: not everything here is JSON. */
    private static String notAcceptable(List<MediaType> answered) {
        boolean json =
                answered.isEmpty()
                        || answered.stream().anyMatch(MediaType.APPLICATION_JSON::includes);
        return json
                ? "The response is JSON, for lists also CSV, but the request accepts" + " neither."
                : "The response is "
                        + answered.stream()
                                .map(type -> type.getType() + "/" + type.getSubtype())
                                .distinct()
                                .collect(Collectors.joining(" or "))
                        + ", which the request does not accept.";
    }

    private static ApiProblem unsupported(HttpMediaTypeNotSupportedException wrongType) {
        MediaType given = wrongType.getContentType();
        List<MediaType> allowed = wrongType.getSupportedMediaTypes();
        return ApiProblem.of(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "unsupported_media_type",
                (given == null
                                ? "The request body has no media type"
                                : "Unsupported media type \"" + given + "\" in request")
                        + (allowed.isEmpty()
                                ? "."
                                : ": the header Content-Type must be "
                                        + allowed.stream()
                                                .map(MediaType::toString)
                                                .collect(Collectors.joining(" or "))
                                        + "."));
    }

    private static ApiProblem mismatch(MethodArgumentTypeMismatchException mismatch) {
        if (mismatch.getParameter().hasParameterAnnotation(PathVariable.class)) {
            // A path id that is not an integer names nothing.
            return ApiProblem.notFound();
        }
        return ApiProblem.invalid(
                mismatch.getName(),
                "\""
                        + Characters.shortened(String.valueOf(mismatch.getValue()))
                        + "\" is not valid: it must be "
                        + allowed(mismatch.getRequiredType())
                        + ".");
    }

    private static String allowed(@Nullable Class<?> type) {
        if (type == null) {
            return "of a different type";
        }
        if (type.isEnum()) {
            return Stream.of(type.getEnumConstants())
                    .map(String::valueOf)
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        Class<?> boxed = ClassUtils.resolvePrimitiveIfNecessary(type);
        if (boxed == Long.class || boxed == Integer.class) {
            return "a whole number";
        }
        if (boxed == Boolean.class) {
            return "true or false";
        }
        return "a value of the kind " + type.getSimpleName();
    }

    private static ApiProblem invalid(BindException invalid) {
        FieldErrors errors = new FieldErrors();
        for (ObjectError error : invalid.getAllErrors()) {
            String name = error instanceof FieldError field ? field.getField() : FieldErrors.WHOLE;
            String text = Objects.requireNonNullElse(error.getDefaultMessage(), "Invalid input.");
            errors.add(name, text);
        }
        return ApiProblem.invalid(errors);
    }

    /** Tomcat finds out when the first parameter is asked for. */
    private static ApiProblem unreadable(
            InvalidParameterException unreadable, HttpServletRequest request) {
        return unreadable.getErrorCode() == HttpStatus.CONTENT_TOO_LARGE.value()
                ? ApiProblem.of(HttpStatus.CONTENT_TOO_LARGE, "too_large", "The form is too large.")
                : Unreadable.parameters(request.getQueryString());
    }

    /** Tomcat tells by its causes which limit it was. */
    private static ApiProblem tooLarge(MaxUploadSizeExceededException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileCountLimitExceededException) {
                return ApiProblem.of(
                        HttpStatus.CONTENT_TOO_LARGE,
                        "too_many",
                        "The form has more than " + ApiConfiguration.MAX_PARTS + " parts.");
            }
            if (cause instanceof SizeLimitExceededException size
                    && size.getPermittedSize() == ApiConfiguration.PART_HEAD_LIMIT_KB << 10) {
                return ApiProblem.of(
                        HttpStatus.CONTENT_TOO_LARGE,
                        "name_too_long",
                        "The header of a form part, with its file name, is larger than "
                                + ApiConfiguration.PART_HEAD_LIMIT_KB
                                + " KB.");
            }
        }
        return uploadTooLarge();
    }

    public static ApiProblem uploadTooLarge() {
        return ApiProblem.of(
                HttpStatus.CONTENT_TOO_LARGE,
                "too_large",
                "The upload is larger than " + ApiConfiguration.UPLOAD_LIMIT_MB + " MB.");
    }

    /** The database does not answer, or has no connection to spare: two things. */
    public static ApiProblem databaseFailed(Exception failure) {
        return DatabaseFailure.isBusy(failure) ? databaseBusy() : databaseAway(failure);
    }

    private static ApiProblem databaseAway(Exception failure) {
        log.error("The database does not answer: {}", failure.getMessage());
        return ApiProblem.of(
                HttpStatus.SERVICE_UNAVAILABLE,
                "database_unavailable",
                "The database does not respond. Try again in a few seconds.");
    }

    private static ApiProblem tooSlow(Exception failure, HttpServletRequest request) {
        log.error(
                "{} {} took too long: {}",
                request.getMethod(),
                LoggedPath.of(request),
                failure.getMessage());
        return ApiProblem.of(
                HttpStatus.SERVICE_UNAVAILABLE,
                "statement_timeout",
                "The query took longer than %d seconds and was cancelled. Request less data, such as fewer domains or days, or try again later."
                        .formatted(StatementLimit.OF_REQUESTS.toSeconds()));
    }

    private static ApiProblem busy() {
        return ApiProblem.busy(
                "Another change to the account's domains or groups is still in progress."
                        + " Nothing was changed.",
                RETRY_SECONDS);
    }

    /** The database answers, but all connections to it are in use. */
    private static ApiProblem databaseBusy() {
        return ApiProblem.busy("The database is overloaded.", RETRY_SECONDS);
    }

    static ApiProblem unexpected() {
        return ApiProblem.of(
                HttpStatus.INTERNAL_SERVER_ERROR,
                "error",
                "Internal error. The log contains it under this request_id.");
    }
}
